import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'

/**
 * What a reader sees of an answer, in the markdown that it was written in: thoughts, calls of tools and vectors are
 * left out.
 * @param value that `responseCommit` is to, of whichever dialect
 */
export function shownText(value: Json): string {
  if (Array.isArray(value)) return (value as readonly Json[]).map(textOfItem).join('')
  const content = isJsonObject(value) ? value['content'] : null
  return typeof content === 'string' ? content : ''
}

/** A block of a message, or an item of a response. */
function textOfItem(item: Json): string {
  if (!isJsonObject(item)) return ''
  if (item['type'] === 'text') return textIn(item)
  const { type, content } = item
  if (type !== 'message' || !Array.isArray(content)) return ''
  return (content as readonly Json[])
    .map((part) => (isJsonObject(part) && part['type'] === 'output_text' ? textIn(part) : ''))
    .join('')
}

function textIn({ text }: JsonObject): string {
  return typeof text === 'string' ? text : ''
}
