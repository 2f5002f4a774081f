import type { Json } from '../canonical-json.ts'
import type { JsonObject } from '../json/parse-json-object.ts'

/** At most so many digests are made for one value. */
export const mostReadings = 64
export const mostUndoings = Math.log2(mostReadings)

/** What one kind of value may have become when a program saved it. */
export interface SavedForm {
  readonly isOf: (value: Json) => boolean
  /** At most `mostUndoings`. */
  readonly undoingsOf: (value: Json) => readonly Undoing[]
  /** It has what programs write and servers do not. */
  readonly hasTrace: (value: Json) => boolean
  /** It has no member that no program writes. */
  readonly isKnown: (value: Json) => boolean
}

/** One thing that a program may have done, and that is undone wherever it may have done it, or nowhere. */
export interface Undoing {
  readonly kind: 'null taken out' | 'taken out' | 'null put back' | 'list put back' | 'packed'
  readonly names: readonly string[]
  readonly undo: (value: Json) => Json
}

export function pick(object: JsonObject, keep: (name: string, value: Json) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name, value]) => keep(name, value)))
}
