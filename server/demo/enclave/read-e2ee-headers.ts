import type { IncomingHttpHeaders } from 'node:http'
import { e2eeHeaders } from '#shared/e2ee/e2ee-headers.ts'
import type { ServicePrivateKey } from '#shared/simulation/e2ee-v2-service.ts'
import { simulatorErrors } from '#shared/words/english/demo/simulator-errors.ts'
import { AciError } from './aci-error.ts'
import type { WorkloadKeys } from './hardware/workload-keys.ts'

export interface E2eeHeaders {
  readonly key: ServicePrivateKey
  /** Lowercase hex. */
  readonly clientPublicKey: string
  readonly serviceKey: string
  readonly nonce: string
  readonly timestamp: number
}

const windowSeconds = 300

/**
 * The headers of an encrypted request, checked in the order of the enclaves, or null
 * for a plain one.
 * @throws {AciError} with the type of that section
 */
export function readE2eeHeaders(
  headers: IncomingHttpHeaders,
  keys: WorkloadKeys,
  nowSeconds: number,
): E2eeHeaders | null {
  const [version, client, model, nonce, time] = e2eeHeaders.map((name) => headers[name]?.toString())
  if ([version, client, model, nonce, time].every((each) => each === undefined)) return null
  if (version === undefined) throw refusal('e2ee_header_missing', simulatorErrors.versionMissing)
  if (version !== '2') throw refusal('e2ee_invalid_version', simulatorErrors.onlyVersion2)
  if (!client || !model || !nonce || !time) {
    throw refusal('e2ee_header_missing', simulatorErrors.headerMissing)
  }
  if (!/^[0-9a-f]{64}$/i.test(nonce)) throw refusal('e2ee_invalid_nonce', simulatorErrors.nonceForm)
  const timestamp = /^\d{1,15}$/.test(time) ? Number(time) : Number.NaN
  if (!(Math.abs(timestamp - nowSeconds) <= windowSeconds)) {
    throw refusal('e2ee_invalid_timestamp', simulatorErrors.timeOutside)
  }
  const serviceKey = model.toLowerCase().replace(/^0x/, '')
  const custody = keys.custody.find(
    ({ role, publicKey }) => role !== 'receipt' && publicKey === serviceKey,
  )
  const key = keys.e2ee.find(({ algo }) => algo === custody?.algo)
  if (!key) throw refusal('e2ee_model_key_mismatch', simulatorErrors.unknownKey)
  const clientPublicKey = client.toLowerCase().replace(/^0x/, '')
  const bytes = key.algo.startsWith('x25519') ? 32 : 65
  if (!/^[0-9a-f]+$/.test(clientPublicKey) || clientPublicKey.length !== 2 * bytes) {
    throw refusal('e2ee_invalid_public_key', simulatorErrors.otherCurve)
  }
  return { key, clientPublicKey, serviceKey, nonce, timestamp }
}

function refusal(type: string, message: string): AciError {
  return new AciError(400, type, message)
}
