import { refusedWords } from '#shared/words/english/extension/refused-request.ts'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { FormatError } from '#shared/errors.ts'
import { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import type { EncryptRequest } from '../../messages/hook-messages.ts'

/** The only path that is taken over. */
const chatPath = '/v1/chat/completions'

/**
 * The body of a request that can be encrypted.
 * @param gateway its origin
 * @throws {ExchangeRefused} request_too_large, or e2ee_unsupported_endpoint for every other one
 */
export function readEncryptable(
  { url, request, tooLong }: EncryptRequest,
  gateway: string,
): JsonObject {
  if (new URL(url).href !== `${gateway}${chatPath}`) {
    throw notEncryptable(refusedWords.onlyChat(chatPath))
  }
  if (tooLong !== null) {
    throw new ExchangeRefused({
      code: 'request_too_large',
      message: refusedWords.tooLong,
    })
  }
  if (request === null) throw notEncryptable(refusedWords.notText)
  const body = readBody(request)
  const { stream = null } = body
  if (stream !== null && typeof stream !== 'boolean') {
    throw notEncryptable(refusedWords.badStream)
  }
  return body
}

/** @throws {ExchangeRefused} e2ee_unsupported_endpoint for what is no JSON object */
export function readBody(text: string): JsonObject {
  try {
    return parseJsonObject(utf8ToBytes(text.toWellFormed())).value
  } catch (error) {
    if (error instanceof FormatError) throw notEncryptable(refusedWords.badBody(error.message))
    throw error
  }
}

function notEncryptable(message: string): ExchangeRefused {
  return new ExchangeRefused({ code: 'e2ee_unsupported_endpoint', message })
}
