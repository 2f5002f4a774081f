import { randomBytes } from 'node:crypto'
import { parseUtf8 } from '#shared/bytes.ts'
import { chooseServiceKey } from '#shared/e2ee/choose-service-key.ts'
import { clearFields } from '#shared/e2ee/clear-fields.ts'
import type { SealedRequest } from '#shared/e2ee/e2ee-client.ts'
import { chooseE2eeVersion } from '#shared/e2ee/e2ee-versions.ts'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import type { Session } from './establish-session.ts'
import { Unsendable } from './unsendable.ts'

/**
 * The request, encrypted by the gateway for an enclave whose channel cannot be proven. Whoever ends
 * the connection reads what is not encrypted, so nothing that tells about the content may be in clear.
 * @throws {Unsendable}
 */
export function sealForEnclave(
  body: Uint8Array,
  { enclave }: Session,
  nowSeconds: number,
): SealedRequest {
  const version = chooseE2eeVersion(enclave.e2eeVersions)
  const serviceKey = chooseServiceKey(enclave.keyset)
  const request = parseJsonObject(body, parseUtf8).value
  refuseClear(request)
  try {
    if (!version || !serviceKey) throw new FormatError('E2EE_MALFORMED', 'no encryption is known')
    return version.sealRequest({
      request,
      serviceKey,
      timestamp: nowSeconds,
      randomBytes: (length) => new Uint8Array(randomBytes(length)),
    })
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const message = `The request cannot be encrypted for the enclave: ${error.message}.`
    throw new Unsendable({ code: 'invalid_request_error', message, param: null })
  }
}

function refuseClear(request: JsonObject): void {
  const { tools, content, telling } = clearFields(request)
  const [param] = [...tools, ...content, ...telling]
  if (param === undefined) return
  throw new Unsendable({
    code: tools.length > 0 ? 'e2ee_tools_not_private' : 'e2ee_field_not_private',
    message: `The way to this enclave is not proven, and encryption cannot hide "${param}": nothing was sent.`,
    param,
  })
}
