import type { Json } from '#shared/canonical-json.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import { showText } from '#shared/text/show-text.ts'
import type { KeptAnswer } from '../../vault/kept-answer.ts'

/** Most characters that a list shows. */
const mostShown = 90

/**
 * First words of what was asked, to tell one answer from another in a list on this device. Null where no words are
 * kept, where they are not known, and where they left encrypted: what is kept then is ciphertext.
 */
export function questionOf({ words, mode }: Pick<KeptAnswer, 'words' | 'mode'>): string | null {
  if (words === null || mode === 'e2ee') return null
  const text = textOf(lastAsked(words.messages)).replaceAll(/\s+/g, ' ').trim()
  if (text === '') return null
  return text.length <= mostShown ? showText(text) : `${showText(cut(text))}…`
}

/** Content of the user's last message: of a list of them, or of a request of another dialect than chat. */
function lastAsked(prompt: Json): Json | undefined {
  const asked = isJsonObject(prompt) ? (prompt['messages'] ?? prompt['input']) : prompt
  if (!Array.isArray(asked)) return isJsonObject(prompt) ? asked : undefined
  return (asked as readonly Json[]).filter(isJsonObject).findLast(({ role }) => role === 'user')?.[
    'content'
  ]
}

/** Whole words, where one ends in time. */
function cut(text: string): string {
  const first = text.slice(0, mostShown)
  const end = first.lastIndexOf(' ')
  return (end > mostShown / 2 ? first.slice(0, end) : first).toWellFormed()
}

function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content.slice(0, mostRead)
  if (!Array.isArray(content)) return ''
  return (content as readonly Json[])
    .filter(isJsonObject)
    .flatMap(({ text }) => (typeof text === 'string' ? [text.slice(0, mostRead)] : []))
    .slice(0, mostRead)
    .join(' ')
}

/** Most characters that are read before spaces are taken out: a question may be as long as a book. */
const mostRead = 1_000
