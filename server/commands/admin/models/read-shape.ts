import type * as Type from 'typebox'
import { checkShape } from '#shared/check-shape.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { recordingWords } from '#shared/words/english/programs/recording-words.ts'

/** A provider's list, or a part of one. @param value bytes of JSON text, or what stands in it @throws {FormatError} */
export function readShape<Schema extends Type.TSchema>(
  value: unknown,
  schema: Schema,
): Type.Static<Schema> {
  const read = value instanceof Uint8Array ? parseJsonObject(value).value : value
  return checkShape(read, schema, recordingWords.modelList)
}
