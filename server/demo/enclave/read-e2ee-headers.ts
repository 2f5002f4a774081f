import type { IncomingHttpHeaders } from 'node:http'
import type { ServicePrivateKey } from '#shared/simulation/e2ee-v2-service.ts'
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

const names = [
  'x-e2ee-version',
  'x-client-pub-key',
  'x-model-pub-key',
  'x-e2ee-nonce',
  'x-e2ee-timestamp',
] as const

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
  const [version, client, model, nonce, time] = names.map((name) => headers[name]?.toString())
  if ([version, client, model, nonce, time].every((each) => each === undefined)) return null
  if (version === undefined) throw refusal('e2ee_header_missing', 'X-E2EE-Version is missing')
  if (version !== '2') throw refusal('e2ee_invalid_version', 'only version 2 is spoken here')
  if (!client || !model || !nonce || !time) {
    throw refusal('e2ee_header_missing', 'a header of end-to-end encryption is missing')
  }
  if (!/^[0-9a-f]{64}$/i.test(nonce))
    throw refusal('e2ee_invalid_nonce', 'the nonce is not 32 bytes in hex')
  const timestamp = /^\d{1,15}$/.test(time) ? Number(time) : Number.NaN
  if (!(Math.abs(timestamp - nowSeconds) <= windowSeconds)) {
    throw refusal('e2ee_invalid_timestamp', 'the time is outside of the window')
  }
  const serviceKey = model.toLowerCase().replace(/^0x/, '')
  const custody = keys.custody.find(
    ({ role, publicKey }) => role !== 'receipt' && publicKey === serviceKey,
  )
  const key = keys.e2ee.find(({ algo }) => algo === custody?.algo)
  if (!key) throw refusal('e2ee_model_key_mismatch', 'the key is none of this service')
  const clientPublicKey = client.toLowerCase().replace(/^0x/, '')
  const bytes = key.algo.startsWith('x25519') ? 32 : 65
  if (!/^[0-9a-f]+$/.test(clientPublicKey) || clientPublicKey.length !== 2 * bytes) {
    throw refusal(
      'e2ee_invalid_public_key',
      'the client key is not on the curve of the service key',
    )
  }
  return { key, clientPublicKey, serviceKey, nonce, timestamp }
}

function refusal(type: string, message: string): AciError {
  return new AciError(400, type, message)
}
