import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { showText } from '../text/show-text.ts'
import { showWords } from '../text/show-words.ts'

export interface ShownMessage {
  readonly role: string
  /** Its words, and as JSON whatever is not words; what is not seen in them stands there by its number. */
  readonly text: string
}

/** The first `most` messages as people read them. Of these nothing is left out: what is no plain text is JSON. */
export function showMessages(value: Json, most = Infinity): readonly ShownMessage[] {
  return (messagesOf(value) ?? [value]).slice(0, most).map(showMessage)
}

/** How many there are to be shown. */
export function countMessages(value: Json): number {
  return messagesOf(value)?.length ?? 1
}

/** The messages of a chat, or of the value that another dialect commits to, with the instructions before them. */
function messagesOf(value: Json): readonly Json[] | null {
  if (Array.isArray(value)) return value as readonly Json[]
  if (!isJsonObject(value)) return null
  const { messages, system, input, instructions, ...others } = value
  const [asked, before] = messages === undefined ? [input, instructions] : [messages, system]
  const isKnown = messages === undefined || (input === undefined && instructions === undefined)
  if (asked === undefined || !isKnown || Object.keys(others).length > 0) return null
  return [
    ...(before === undefined || before === null ? [] : [{ role: 'system', content: before }]),
    ...(Array.isArray(asked) ? (asked as readonly Json[]) : [{ role: 'user', content: asked }]),
  ]
}

function showMessage(value: Json): ShownMessage {
  const { role, text } = read(value)
  return { role: showText(role, 40), text: showWords(text) }
}

function read(value: Json): ShownMessage {
  if (!isJsonObject(value)) return { role: 'message', text: JSON.stringify(value) }
  const { role, ...members } = value
  const plain = plainText(value)
  if (plain !== null && typeof value['type'] === 'string') {
    return { role: value['type'], text: plain }
  }
  const { content, ...rest } = members
  const more = Object.entries(rest).filter(([, member]) => member !== null)
  const words = content === undefined || content === null ? null : wordsOf(content)
  const texts = [
    ...(words === null ? [] : [words]),
    ...(more.length > 0 ? [JSON.stringify(Object.fromEntries(more), null, 2)] : []),
  ]
  return {
    role: typeof role === 'string' ? role : 'message',
    text: texts.join('\n'),
  }
}

/** Parts that are plain texts are read as one. */
function wordsOf(content: Json): string {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? (content as readonly Json[]).map(plainText) : [null]
  return parts.includes(null) ? JSON.stringify(content, null, 2) : parts.join('\n')
}

const textTypes: readonly Json[] = ['text', 'input_text', 'output_text']

/** The text of a block or part that has a text and nothing else; null for any other. */
function plainText(part: Json): string | null {
  if (!isJsonObject(part)) return null
  const { type, text, ...others } = part
  const isAlone = Object.values(others).every((each) => each === null || isEmptyList(each))
  return textTypes.includes(type ?? null) && typeof text === 'string' && isAlone ? text : null
}

function isEmptyList(value: Json): boolean {
  return Array.isArray(value) && value.length === 0
}
