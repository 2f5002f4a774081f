import type { Json } from '../canonical-json.ts'
import { FormatError } from '../errors.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'

/** Turns one string of an answer into another: the same walk seals and opens. */
export type FieldCodec = (value: string, field: string) => string

const messageFields = ['content', 'reasoning', 'reasoning_content']

/**
 * Applies a codec to every content field of a buffered answer (PROTOCOL.md §7.4).
 * @throws {FormatError} E2EE_MALFORMED where a content field is no string; what the codec throws
 */
export function mapAnswerFields(answer: JsonObject, codec: FieldCodec): JsonObject {
  return mapChoices(answer, (choice, index) => {
    const { message } = choice
    if (!isJsonObject(message)) return choice
    const path = `choices.${index}.message`
    const mapped = mapMembers(message, messageFields, (value, name) =>
      codec(value, `${path}.${name}`),
    )
    const { audio } = mapped
    if (!isJsonObject(audio)) return { ...choice, message: mapped }
    const heard = mapMembers(audio, ['data'], (value) => codec(value, `${path}.audio.data`))
    return { ...choice, message: { ...mapped, audio: heard } }
  })
}

/** The same for one chunk of a stream (PROTOCOL.md §7.4). */
export function mapChunkFields(chunk: JsonObject, codec: FieldCodec): JsonObject {
  return mapChoices(chunk, (choice, index) => {
    const { delta } = choice
    if (!isJsonObject(delta)) return choice
    const path = `choices.${index}.delta`
    const mapped = mapMembers(delta, messageFields, (value, name) =>
      codec(value, `${path}.${name}`),
    )
    return { ...choice, delta: mapped }
  })
}

function mapChoices(
  body: JsonObject,
  map: (choice: JsonObject, index: number) => JsonObject,
): JsonObject {
  const { choices } = body
  if (!Array.isArray(choices)) return body
  const mapped = choices.map((choice: Json, position) => {
    if (!isJsonObject(choice)) return choice
    return map(choice, placeOf(choice['index'], position))
  })
  return { ...body, choices: mapped }
}

function mapMembers(
  object: JsonObject,
  names: readonly string[],
  map: (value: string, name: string) => string,
): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      if (!names.includes(name) || value === null) return [name, value]
      if (typeof value === 'string') return [name, map(value, name)]
      throw new FormatError('E2EE_MALFORMED', encryptionProblems.memberNoString(name))
    }),
  )
}

/**
 * Maps each vector of an answer (PROTOCOL.md §7.4).
 * @throws {FormatError} E2EE_MALFORMED where an item is no object; what `map` throws
 */
export function mapVectors(
  answer: JsonObject,
  map: (embedding: Json, field: string) => Json,
): JsonObject {
  const { data } = answer
  if (!Array.isArray(data)) return answer
  const mapped = data.map((item: Json, position) => {
    if (!isJsonObject(item))
      throw new FormatError('E2EE_MALFORMED', encryptionProblems.vectorNoObject)
    const { index, embedding } = item
    if (embedding === undefined) return item
    const at = placeOf(index, position)
    return { ...item, embedding: map(embedding, `data.${at}.embedding`) }
  })
  return { ...answer, data: mapped }
}

/** The same, opened: what was encrypted of a vector is its JSON text. */
export function openVectors(answer: JsonObject, codec: FieldCodec): JsonObject {
  return mapVectors(answer, (embedding, field) => {
    if (typeof embedding !== 'string') {
      throw new FormatError('E2EE_MALFORMED', encryptionProblems.vectorInClear)
    }
    const opened = codec(embedding, field)
    try {
      return JSON.parse(opened) as Json
    } catch {
      throw new FormatError('E2EE_MALFORMED', encryptionProblems.vectorNoJson)
    }
  })
}

/** `index` where it is one, else the place in the list. */
function placeOf(index: Json | undefined, position: number): number {
  const isIndex = typeof index === 'number' && Number.isInteger(index) && index >= 0
  return isIndex ? index : position
}

/** `id` of a body or chunk as the associated data have it. */
export function answerId({ id }: JsonObject): string {
  return typeof id === 'string' ? id : ''
}
