import type { Json } from '../canonical-json.ts'

/** Neither absent nor null, which clients take for the same. */
export function isGiven(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null
}
