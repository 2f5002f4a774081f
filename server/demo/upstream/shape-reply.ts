import type { DemoReply, DemoToolCall } from './compose-reply.ts'
import type { DemoRequest } from './demo-request-schema.ts'

/** What a stream sends at a time, and what counts as one token. */
export type Piece =
  | { readonly kind: 'reasoning' | 'content'; readonly text: string }
  | { readonly kind: 'call'; readonly index: number; readonly id: string; readonly name: string }
  | { readonly kind: 'arguments'; readonly index: number; readonly text: string }

export interface ShapedReply {
  readonly pieces: readonly Piece[]
  readonly finishReason: 'stop' | 'length' | 'tool_calls'
}

/** Cuts a reply at `stop` and at the token limit. Reasoning counts as tokens, as everywhere. */
export function shapeReply(request: DemoRequest, reply: DemoReply): ShapedReply {
  const pieces: readonly Piece[] = [
    ...splitWords(reply.reasoning).map((text) => ({ kind: 'reasoning' as const, text })),
    ...splitWords(cutAtStop(reply.content, request.stop)).map((text) => ({
      kind: 'content' as const,
      text,
    })),
    ...reply.toolCalls.flatMap(callPieces),
  ]
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY
  if (pieces.length > limit) return { pieces: pieces.slice(0, limit), finishReason: 'length' }
  return { pieces, finishReason: reply.toolCalls.length > 0 ? 'tool_calls' : 'stop' }
}

function callPieces({ id, name, arguments: text }: DemoToolCall, index: number): readonly Piece[] {
  const fragments = text.match(/.{1,12}/gsu) ?? []
  return [
    { kind: 'call', index, id, name },
    ...fragments.map((fragment) => ({ kind: 'arguments' as const, index, text: fragment })),
  ]
}

/** Words with the white space after them: joined, they are the text again. */
export function splitWords(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\s)(?=\S)/u)
}

function cutAtStop(text: string, stop: DemoRequest['stop']): string {
  const places = [stop ?? []]
    .flat()
    .filter((mark) => mark !== '')
    .map((mark) => text.indexOf(mark))
    .filter((place) => place >= 0)
  return places.length === 0 ? text : text.slice(0, Math.min(...places))
}
