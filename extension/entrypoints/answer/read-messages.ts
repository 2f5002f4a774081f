import type { Json } from '#shared/canonical-json.ts'

export interface ReadMessage {
  readonly role: string
  /** Its words, and as JSON whatever is not words. */
  readonly text: string
}

/** Messages as people read them. Nothing is left out: what is no plain text is shown as JSON. */
export function readMessages(value: Json): readonly ReadMessage[] {
  return Array.isArray(value) ? (value as readonly Json[]).map(readMessage) : [readMessage(value)]
}

function readMessage(value: Json): ReadMessage {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return { role: 'message', text: JSON.stringify(value) }
  }
  const { role, content = null, ...rest } = value as { readonly [member: string]: Json }
  const more = Object.fromEntries(Object.entries(rest).filter(([, member]) => member !== null))
  const words = typeof content === 'string' ? content : JSON.stringify(content, null, 2)
  return {
    role: typeof role === 'string' ? role.slice(0, 40) : 'message',
    text: [
      ...(content === null ? [] : [words]),
      ...(Object.keys(more).length > 0 ? [JSON.stringify(more, null, 2)] : []),
    ].join('\n'),
  }
}
