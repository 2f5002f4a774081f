import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ehbpNames } from '#shared/ehbp/ehbp-names.ts'
import { sealEhbpAnswer, type EhbpService } from '#shared/simulation/ehbp-service.ts'

export interface OpenedTinfoilRequest {
  /** JSON text. */
  readonly body: Uint8Array
  /** Headers of the answer, and what each piece of it becomes; null where the request came in clear. */
  readonly sealing: {
    readonly headers: Readonly<Record<string, string>>
    readonly seal: (piece: Uint8Array) => Uint8Array
  } | null
}

/** @throws {Error} for what was encrypted to another key */
export async function openTinfoilRequest(
  body: Buffer,
  headers: IncomingHttpHeaders,
  service: EhbpService,
): Promise<OpenedTinfoilRequest> {
  const key = headers[ehbpNames.encapsulatedKey]
  if (typeof key !== 'string') return { body, sealing: null }
  const opened = await service.openRequest(body, key)
  const nonce = randomBytes(32)
  return {
    body: opened.body,
    sealing: {
      headers: { [ehbpNames.responseNonce]: nonce.toString('hex') },
      seal: sealEhbpAnswer(opened.secret, nonce),
    },
  }
}
