import type { Json } from '#shared/canonical-json.ts'

/** What a reader sees of a message, in the markdown that it was written in. */
export function messageText(message: Json | null): string {
  const { content } = (message ?? {}) as { content?: unknown }
  return typeof content === 'string' ? content : ''
}
