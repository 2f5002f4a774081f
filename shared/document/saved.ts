import type { Json } from '../canonical-json.ts'
import { parseUtf8, utf8ToBytes } from '../bytes/bytes.ts'
import { FormatError } from '../errors.ts'
import { parseJsonArray } from '../json/parse-json-array.ts'
import { parseJsonObject, type JsonObject } from '../json/parse-json-object.ts'
import type { AskedInFile, Form, Refusal } from './subject.ts'

/** A document as it was found within what a program or a person saved. */
export interface Saved {
  /** Of an answer, a stream, or another document of ours. */
  readonly text: string
  readonly form: Form
  readonly asked: AskedInFile | null
  /** What a log shows of it beside it. */
  readonly words?: string
}

/** Answers that stand in one file, in its order. One that cannot be read says why, and is no matter of the others. */
export interface SeveralSaved {
  readonly several: readonly (Saved | Refusal)[]
}

/** Null where it is no JSON object; a member that stands twice is nobody's to choose. @throws {FormatError} */
export function jsonObjectIn(text: string): JsonObject | null {
  if (!text.trimStart().startsWith('{')) return null
  return unlessBroken(() => parseJsonObject(utf8ToBytes(text), parseUtf8).value)
}

/** The same for an array. @throws {FormatError} */
export function jsonArrayIn(text: string): readonly Json[] | null {
  if (!text.trimStart().startsWith('[')) return null
  return unlessBroken(() => parseJsonArray(text))
}

function unlessBroken<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof FormatError && error.code === 'JSON_MALFORMED') return null
    throw error
  }
}
