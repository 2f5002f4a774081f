import { enclaveErrors } from '#shared/words/english/errors/enclave-errors.ts'
import { randomBytes } from 'node:crypto'
import type { EnclaveEndpoint } from '#shared/aci/endpoints.ts'
import { chooseServiceKey } from '#shared/e2ee/choose-service-key.ts'
import { clearFields } from '#shared/e2ee/in-clear/clear-fields.ts'
import type { SealedRequest } from '#shared/e2ee/e2ee-client.ts'
import { chooseE2eeVersion } from '#shared/e2ee/e2ee-versions.ts'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { boughtReasons } from '#shared/words/english/errors/enclave-errors.ts'
import type { InTurn } from '../../common/upstream.ts'
import type { AttestedSession } from './establish-session.ts'
import { Unsendable } from './unsendable.ts'

export interface SealForDeps {
  readonly endpoint: EnclaveEndpoint
  readonly nowSeconds: number
  readonly inTurn: InTurn
}

/** Longest body that is encrypted here: it takes a tenth of a second. */
const sealedBytes = 4 * 1024 * 1024

/**
 * The request, encrypted by the gateway for an enclave whose channel cannot be proven. Whoever ends
 * the connection reads what is not encrypted, so nothing that tells about the content may be in clear.
 * @throws {Unsendable}
 */
export async function sealForEnclave(
  body: Uint8Array,
  { enclave }: AttestedSession,
  { endpoint, nowSeconds, inTurn }: SealForDeps,
): Promise<SealedRequest> {
  const version = chooseE2eeVersion(enclave.e2eeVersions)
  const serviceKey = chooseServiceKey(enclave.keyset)
  if (body.length > sealedBytes) throw tooLong()
  const request = await inTurn(body.length, () => parseJsonObject(body).value)
  refuseClear(request, endpoint)
  try {
    if (!version || !serviceKey) throw new FormatError('E2EE_MALFORMED', boughtReasons.noEncryption)
    const steps = version.sealInSteps({
      endpoint,
      request,
      serviceKey,
      timestamp: nowSeconds,
      randomBytes: (length) => new Uint8Array(randomBytes(length)),
    })
    let sealed = await inTurn(body.length, () => advance(steps))
    while (sealed === null) sealed = await inTurn(Number.POSITIVE_INFINITY, () => advance(steps))
    return sealed
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const message = enclaveErrors.notEncryptable(error.message)
    throw new Unsendable({ code: 'invalid_request_error', message, param: null })
  }
}

/** Messages that are encrypted in one go; each takes a millisecond or two. */
const messagesAtOnce = 16

function advance(steps: Generator<void, SealedRequest, undefined>): SealedRequest | null {
  for (let count = 0; count < messagesAtOnce; count++) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
  return null
}

function tooLong(): Unsendable {
  return new Unsendable({
    code: 'request_too_large',
    message: enclaveErrors.tooLongToEncrypt(sealedBytes),
    param: null,
  })
}

function refuseClear(request: JsonObject, endpoint: EnclaveEndpoint): void {
  const { tools, content, telling } = clearFields(request, endpoint)
  const [param] = [...tools, ...content, ...telling]
  if (param === undefined) return
  throw new Unsendable({
    code: tools.length > 0 ? 'e2ee_tools_not_private' : 'e2ee_field_not_private',
    message: enclaveErrors.cannotHide(param),
    param,
  })
}
