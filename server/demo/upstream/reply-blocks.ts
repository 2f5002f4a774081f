import type { ShapedReply } from './shape-reply.ts'

/** One part of an answer, with what a stream sends of it at a time. */
export type ReplyBlock =
  | { readonly kind: 'reasoning' | 'content'; readonly texts: string[] }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly texts: string[] }

/** The pieces of a reply, those of one part together. */
export function replyBlocks({ pieces }: ShapedReply): readonly ReplyBlock[] {
  const blocks: ReplyBlock[] = []
  for (const piece of pieces) {
    const last = blocks.at(-1)
    if (piece.kind === 'call') {
      blocks.push({ kind: 'call', id: piece.id, name: piece.name, texts: [] })
    } else if (last?.kind === (piece.kind === 'arguments' ? 'call' : piece.kind)) {
      last?.texts.push(piece.text)
    } else if (piece.kind !== 'arguments') {
      blocks.push({ kind: piece.kind, texts: [piece.text] })
    }
  }
  return blocks
}
