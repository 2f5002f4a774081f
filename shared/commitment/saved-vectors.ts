import { bytesToBase64 } from '../bytes/bytes-to-base64.ts'
import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { SavedForm } from './saved-form.ts'

/** The list of vectors: clients ask for base64, and unpack it. */
export const savedVectors: SavedForm = {
  isOf: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    (value as readonly Json[]).every((item) => isJsonObject(item) && 'embedding' in item),
  undoingsOf: (value) =>
    unpackedIn(value) ? [{ kind: 'packed', names: ['embedding'], undo: packAll }] : [],
  hasTrace: unpackedIn,
  isKnown: (value) =>
    (value as readonly Json[]).every(
      (item) => isJsonObject(item) && Object.keys(item).every((name) => known.includes(name)),
    ),
}

const known: readonly string[] = ['object', 'index', 'embedding']

/** Whether all numbers are such as four bytes hold, as those that were packed are. */
function unpackedIn(value: Json): boolean {
  return (value as readonly Json[]).every((item) => {
    const numbers = isJsonObject(item) ? item['embedding'] : null
    return (
      Array.isArray(numbers) &&
      (numbers as readonly Json[]).every(
        (each) => typeof each === 'number' && Math.fround(each) === each,
      )
    )
  })
}

function packAll(value: Json): Json {
  return (value as readonly Json[]).map((item) =>
    isJsonObject(item)
      ? { ...item, embedding: pack(item['embedding'] as readonly number[]) }
      : item,
  )
}

function pack(numbers: readonly number[]): string {
  const view = new DataView(new ArrayBuffer(4 * numbers.length))
  for (const [at, each] of numbers.entries()) view.setFloat32(4 * at, each, true)
  return bytesToBase64(new Uint8Array(view.buffer))
}
