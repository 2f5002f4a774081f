import { textOf } from './demo-request.ts'
import { replyBlocks, type ReplyBlock } from './reply-blocks.ts'
import { splitWords, type ShapedReply } from './shape-reply.ts'
import { demoModel, type DemoCompletion } from './write-completion.ts'

const stopReasons = { stop: 'end_turn', length: 'max_tokens', tool_calls: 'tool_use' } as const

/** Anthropic's `message` document. */
export function messageBody(completion: DemoCompletion): object {
  const [reply] = completion.replies
  if (!reply) throw new TypeError('an answer has one reply')
  return {
    ...emptyMessage(completion),
    content: replyBlocks(reply).map((block) => ({ ...blockStart(block), ...blockWords(block) })),
    stop_reason: stopReasons[reply.finishReason],
    usage: { ...usageBefore(completion), output_tokens: reply.pieces.length },
  }
}

/** The same answer as server-sent events. Ends at once when `gone` is aborted. */
export async function* messageEvents(
  completion: DemoCompletion,
  gone: AbortSignal,
  pause: (signal: AbortSignal) => Promise<void>,
): AsyncGenerator<string> {
  const [reply] = completion.replies
  if (!reply) return
  let isFirst = true
  for (const data of eventsOf(completion, reply)) {
    if (!isFirst) await pause(gone)
    if (gone.aborted) return
    isFirst = false
    yield `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
  }
}

interface MessageEvent {
  readonly type: string
  readonly [member: string]: unknown
}

function eventsOf(completion: DemoCompletion, reply: ShapedReply): readonly MessageEvent[] {
  return [
    { type: 'message_start', message: { ...emptyMessage(completion), content: [] } },
    { type: 'ping' },
    ...replyBlocks(reply).flatMap((block, index): readonly MessageEvent[] => [
      { type: 'content_block_start', index, content_block: blockStart(block) },
      ...deltasOf(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: stopReasons[reply.finishReason], stop_sequence: null },
      usage: { output_tokens: reply.pieces.length },
    },
    { type: 'message_stop' },
  ]
}

function deltasOf(block: ReplyBlock): readonly object[] {
  switch (block.kind) {
    case 'reasoning':
      return [
        ...block.texts.map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: demoSignature },
      ]
    case 'content':
      return block.texts.map((text) => ({ type: 'text_delta', text }))
    case 'call':
      return ['', ...block.texts].map((partial_json) => ({
        type: 'input_json_delta',
        partial_json,
      }))
  }
}

/** Of no key: the demo signs nothing. */
const demoSignature = 'ZGVtbw=='

function blockStart(block: ReplyBlock): object {
  switch (block.kind) {
    case 'reasoning':
      return { type: 'thinking', thinking: '', signature: '' }
    case 'content':
      return { type: 'text', text: '' }
    case 'call':
      return {
        type: 'tool_use',
        id: block.id.replace('call', 'toolu'),
        name: block.name,
        input: {},
      }
  }
}

function blockWords(block: ReplyBlock): object {
  const text = block.texts.join('')
  switch (block.kind) {
    case 'reasoning':
      return { thinking: text, signature: demoSignature }
    case 'content':
      return { text }
    case 'call':
      return { input: inputOf(text) }
  }
}

function inputOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function emptyMessage(completion: DemoCompletion): object {
  return {
    id: completion.id.replace('chatcmpl-', 'msg_'),
    type: 'message',
    role: 'assistant',
    model: demoModel,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usageBefore(completion), output_tokens: 0 },
  }
}

function usageBefore({ chat }: DemoCompletion): object {
  const words = chat.messages.map((message) => splitWords(textOf(message)).length)
  return { input_tokens: words.reduce((sum, each) => sum + each, 0) }
}
