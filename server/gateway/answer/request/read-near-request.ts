import { encryptedRequestErrors } from '#shared/words/english/errors/encrypted-request-errors.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { clearTextOfRequest } from '#shared/near/clear-text.ts'
import { FormatError } from '#shared/errors.ts'
import type { FieldScheme } from '#shared/near/field-scheme.ts'
import { decodeUtf8 } from '../../common/decode-utf8.ts'
import { GatewayError } from '../../common/errors.ts'

/**
 * What may be read of a chat whose fields are encrypted: how its answer is wanted. One that is in clear was meant for another path.
 * @param model the host's own name of the model
 * @throws {GatewayError} invalid_request_error, e2ee_decryption_failed
 */
export function readNearRequest(
  scheme: FieldScheme,
  body: Uint8Array,
  model: string,
): 'buffered' | 'streamed' {
  try {
    const { value } = parseJsonObject(body, decodeUtf8)
    if (value['model'] !== model) {
      throw new GatewayError('invalid_request_error', encryptedRequestErrors.noModel, {
        param: 'model',
      })
    }
    const [clear] = clearTextOfRequest(scheme, value)
    if (clear !== undefined) {
      throw new GatewayError('e2ee_decryption_failed', encryptedRequestErrors.inClear, {
        param: clear,
      })
    }
    if (value['stream'] === true) return 'streamed'
    if (!scheme.streams) return 'buffered'
    throw new GatewayError('invalid_request_error', encryptedRequestErrors.onlyStreams, {
      param: 'stream',
    })
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new GatewayError('invalid_request_error', error.message)
  }
}
