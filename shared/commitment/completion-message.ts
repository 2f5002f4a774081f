import type { Json } from '../canonical-json.ts'
import { FormatError } from '../errors.ts'
import type { JsonObject } from '../json/parse-json-object.ts'

/**
 * `choices[0].message` of a buffered completion: what `responseCommit` commits to.
 * @throws {FormatError} COMPLETION_MALFORMED
 */
export function completionMessage(completion: Json): JsonObject {
  const choices = isObject(completion) ? completion['choices'] : undefined
  const first: Json | undefined = Array.isArray(choices) ? choices[0] : undefined
  const message = first !== undefined && isObject(first) ? first['message'] : undefined
  if (message !== undefined && isObject(message)) return message
  throw new FormatError(
    'COMPLETION_MALFORMED',
    'choices[0].message is missing',
    '/choices/0/message',
  )
}

function isObject(value: Json): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
