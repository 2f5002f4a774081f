import type { Json } from '../canonical-json.ts'
import { FormatError } from '../errors.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'

/**
 * `choices[0].message` of a buffered completion: what `responseCommit` commits to.
 * @throws {FormatError} COMPLETION_MALFORMED
 */
export function completionMessage(completion: Json): JsonObject {
  const choices = isJsonObject(completion) ? completion['choices'] : undefined
  const first: Json | undefined = Array.isArray(choices) ? choices[0] : undefined
  const message = isJsonObject(first) ? first['message'] : undefined
  if (isJsonObject(message)) return message
  throw new FormatError(
    'COMPLETION_MALFORMED',
    'choices[0].message is missing',
    '/choices/0/message',
  )
}
