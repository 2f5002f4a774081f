import type { Json } from '../canonical-json.ts'
import { FormatError } from '../errors.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'

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
    const { index } = choice
    const isIndex = typeof index === 'number' && Number.isInteger(index) && index >= 0
    return map(choice, isIndex ? index : position)
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
      throw new FormatError('E2EE_MALFORMED', `the answer's ${name} is no string`)
    }),
  )
}

/** `id` of a body or chunk as the associated data have it. */
export function answerId({ id }: JsonObject): string {
  return typeof id === 'string' ? id : ''
}
