import type { Json } from '../canonical-json.ts'
import { utf8ToBytes } from '../bytes/bytes.ts'
import { FormatError } from '../errors.ts'
import * as jsonProblems from '../words/english/formats/json-problems.ts'
import { parseJsonObject } from './parse-json-object.ts'

/**
 * Reads a JSON array as strictly as `parseJsonObject` reads an object.
 * @throws {FormatError} JSON_MALFORMED, JSON_DUPLICATE_KEY, JSON_TOO_DEEP, JSON_NOT_CANONICALIZABLE
 */
export function parseJsonArray(text: string): readonly Json[] {
  const { value, members } = parseJsonObject(utf8ToBytes(`{"array":${text}}`))
  const array = value['array']
  if (members.length === 1 && Array.isArray(array)) return array as readonly Json[]
  throw new FormatError('JSON_MALFORMED', jsonProblems.noArray)
}
