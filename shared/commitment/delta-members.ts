import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { malformedAnswer } from './malformed-answer.ts'

/** Text of a member; null where it is absent or null. @throws {FormatError} COMPLETION_MALFORMED */
export function textIn(from: JsonObject, name: string): string | null {
  const value = from[name]
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  throw malformedAnswer(`${name} is not text`)
}

/** A list; an empty one where it is absent or null. @throws {FormatError} COMPLETION_MALFORMED */
export function listIn(value: Json | undefined, name: string): readonly Json[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value as readonly Json[]
  throw malformedAnswer(`${name} is not a list`)
}

/** @throws {FormatError} COMPLETION_MALFORMED */
export function objectIn(value: Json, name: string): JsonObject {
  if (isJsonObject(value)) return value
  throw malformedAnswer(`${name} is not an object`)
}
