import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { EnclaveEndpoint } from '#shared/aci/endpoints.ts'
import { e2eeV2Service, type ServiceE2ee } from '#shared/simulation/e2ee-v2-service.ts'
import { FormatError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { simulatorErrors } from '#shared/words/english/demo/simulator-errors.ts'
import { AciError } from './aci-error.ts'
import { readE2eeHeaders } from './read-e2ee-headers.ts'
import type { WorkloadKeys } from './hardware/workload-keys.ts'
import { readRequestBody } from './write-answer.ts'

/** The request in clear, and what is hashed of it. */
export interface OpenedRequest {
  readonly plain: JsonObject
  /** Null for a request that came in clear. */
  readonly e2ee: ServiceE2ee | null
  readonly hashed: Uint8Array | string
}

interface OpeningDeps {
  readonly keys: WorkloadKeys
  readonly nowSeconds: () => number
}

/** Opens requests, each nonce once. */
export function createRequestOpener({ keys, nowSeconds }: OpeningDeps) {
  const usedNonces = new Set<string>()

  /** @throws {AciError} */
  return function openRequest(request: FastifyRequest, endpoint: EnclaveEndpoint): OpenedRequest {
    const body = request.body as Buffer
    const headers = readE2eeHeaders(request.headers, keys, nowSeconds())
    const wire = readRequestBody(body)
    if (headers === null) return { plain: wire, e2ee: null, hashed: body }
    const { model } = wire
    if (typeof model !== 'string') {
      throw new AciError(400, 'e2ee_invalid_payload_model', simulatorErrors.noModel)
    }
    const replayKey = [
      headers.clientPublicKey,
      headers.serviceKey,
      headers.nonce.toLowerCase(),
    ].join()
    if (usedNonces.has(replayKey)) {
      throw new AciError(400, 'e2ee_replay_detected', simulatorErrors.nonceUsed)
    }
    usedNonces.add(replayKey)
    const e2ee = e2eeV2Service({ ...headers, endpoint, model, randomBytes })
    const plain = decrypt(e2ee, wire)
    return { plain, e2ee, hashed: JSON.stringify(plain) }
  }
}

function decrypt(e2ee: ServiceE2ee, wire: JsonObject): JsonObject {
  try {
    return e2ee.openRequest(wire)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new AciError(400, 'e2ee_decryption_failed', error.message)
  }
}
