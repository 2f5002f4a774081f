import type { Json } from '../canonical-json.ts'
import { showText } from '../text/show-text.ts'

export interface ShownMessage {
  readonly role: string
  /** Its words, and as JSON whatever is not words. */
  readonly text: string
}

/** The first `most` messages as people read them. Of these nothing is left out: what is no plain text is JSON. */
export function showMessages(value: Json, most = Infinity): readonly ShownMessage[] {
  return Array.isArray(value)
    ? (value as readonly Json[]).slice(0, most).map(showMessage)
    : [showMessage(value)]
}

function showMessage(value: Json): ShownMessage {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return { role: 'message', text: JSON.stringify(value) }
  }
  const { role, content, ...rest } = value as { readonly [member: string]: Json }
  const more = Object.entries(rest).filter(([, member]) => member !== null)
  const texts = [
    ...(typeof content === 'string' ? [content] : []),
    ...(content !== null && content !== undefined && typeof content !== 'string'
      ? [JSON.stringify(content, null, 2)]
      : []),
    ...(more.length > 0 ? [JSON.stringify(Object.fromEntries(more), null, 2)] : []),
  ]
  return {
    role: typeof role === 'string' ? showText(role, 40) : 'message',
    text: texts.join('\n'),
  }
}
