import type { Json } from '../canonical-json.ts'
import type { JsonObject } from './parse-json-object.ts'

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** Neither absent nor null, which clients take for the same. */
export function isGiven(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null
}
