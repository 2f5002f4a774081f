import type { DemoRequest } from './demo-request-schema.ts'
import { textOf } from './demo-request.ts'
import { splitWords, type Piece, type ShapedReply } from './shape-reply.ts'

export const demoModel = 'countersign-demo'

/** An answer that is ready to be put on the wire. */
export interface DemoCompletion {
  readonly id: string
  /** Unix seconds. */
  readonly created: number
  readonly chat: DemoRequest
  /** One a choice. */
  readonly replies: readonly ShapedReply[]
}

/** The `chat.completion` document. */
export function completionBody(completion: DemoCompletion): object {
  const { id, created, replies } = completion
  return {
    id,
    object: 'chat.completion',
    created,
    model: demoModel,
    choices: replies.map(({ pieces, finishReason }, index) => ({
      index,
      message: joinPieces(pieces),
      finish_reason: finishReason,
    })),
    usage: countUsage(completion),
  }
}

function joinPieces(pieces: readonly Piece[]): object {
  const join = (kind: 'reasoning' | 'content') =>
    pieces.flatMap((piece) => (piece.kind === kind ? piece.text : [])).join('')
  const reasoning = join('reasoning')
  const calls = pieces.flatMap((piece) => (piece.kind === 'call' ? piece : []))
  return {
    role: 'assistant',
    content: calls.length > 0 ? null : join('content'),
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => joinCall(call, pieces)) }),
  }
}

function joinCall({ index, id, name }: Piece & { kind: 'call' }, pieces: readonly Piece[]): object {
  const fragments = pieces.flatMap((piece) =>
    piece.kind === 'arguments' && piece.index === index ? piece.text : [],
  )
  return { id, type: 'function', function: { name, arguments: fragments.join('') } }
}

/**
 * The same answer as server-sent events, a word at a time; the words of several choices alternate.
 * Ends without `[DONE]` once `gone` is aborted.
 */
export async function* completionEvents(
  completion: DemoCompletion,
  gone: AbortSignal,
  pause: (signal: AbortSignal) => Promise<void>,
): AsyncGenerator<string> {
  const { id, created, chat, replies } = completion
  const wantsUsage = chat.stream_options?.include_usage === true
  const event = (choices: readonly object[], usage: object | null = null) =>
    `data: ${JSON.stringify({
      id,
      object: 'chat.completion.chunk',
      created,
      model: demoModel,
      choices,
      ...(wantsUsage ? { usage } : {}),
    })}\n\n`

  const scripts = replies.map(({ pieces, finishReason }) => [
    ...deltas(pieces).map((delta) => ({ delta, finish_reason: null })),
    { delta: {}, finish_reason: finishReason },
  ])
  const longest = Math.max(...scripts.map((script) => script.length))
  for (let step = 0; step < longest; step += 1) {
    if (step > 0) await pause(gone)
    if (gone.aborted) return
    for (const [index, script] of scripts.entries()) {
      const said = script[step]
      if (said) yield event([{ index, ...said }])
    }
  }
  if (wantsUsage) yield event([], countUsage(completion))
  yield 'data: [DONE]\n\n'
}

function deltas(pieces: readonly Piece[]): readonly object[] {
  const hasCalls = pieces.some(({ kind }) => kind === 'call')
  return [{ role: 'assistant', content: hasCalls ? null : '' }, ...pieces.map(toDelta)]
}

function toDelta(piece: Piece): object {
  switch (piece.kind) {
    case 'reasoning':
      return { reasoning_content: piece.text }
    case 'content':
      return { content: piece.text }
    case 'call': {
      const { index, id, name } = piece
      return { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }
    }
    case 'arguments':
      return { tool_calls: [{ index: piece.index, function: { arguments: piece.text } }] }
  }
}

/** A token of the demo is a word of a message, or a piece of an answer. */
function countUsage({ chat, replies }: DemoCompletion): object {
  const promptTokens = chat.messages.reduce(
    (count, message) => count + splitWords(textOf(message)).length,
    0,
  )
  const pieces = replies.flatMap((reply) => reply.pieces)
  return {
    prompt_tokens: promptTokens,
    completion_tokens: pieces.length,
    total_tokens: promptTokens + pieces.length,
    completion_tokens_details: {
      reasoning_tokens: pieces.filter(({ kind }) => kind === 'reasoning').length,
    },
  }
}
