import { textOf } from './demo-request.ts'
import { replyBlocks, type ReplyBlock } from './reply-blocks.ts'
import { splitWords } from './shape-reply.ts'
import { demoModel, type DemoCompletion } from './write-completion.ts'

/** The `response` document. */
export function responseBody(completion: DemoCompletion): object {
  const [reply] = completion.replies
  if (!reply) throw new TypeError('an answer has one reply')
  const isCut = reply.finishReason === 'length'
  const input = completion.chat.messages.reduce(
    (count, message) => count + splitWords(textOf(message)).length,
    0,
  )
  return {
    ...emptyResponse(completion),
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    output: replyBlocks(reply).map((block, index) => itemOf(block, index, 'completed')),
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: reply.pieces.length,
      output_tokens_details: {
        reasoning_tokens: reply.pieces.filter(({ kind }) => kind === 'reasoning').length,
      },
      total_tokens: input + reply.pieces.length,
    },
  }
}

/** The same answer as server-sent events. Ends at once when `gone` is aborted. */
export async function* responseEvents(
  completion: DemoCompletion,
  gone: AbortSignal,
  pause: (signal: AbortSignal) => Promise<void>,
): AsyncGenerator<string> {
  const [reply] = completion.replies
  if (!reply) return
  const final = responseBody(completion)
  const begun = { response: emptyResponse(completion) }
  const end = reply.finishReason === 'length' ? 'response.incomplete' : 'response.completed'
  const events: readonly ResponseEvent[] = [
    { type: 'response.created', ...begun },
    { type: 'response.in_progress', ...begun },
    ...replyBlocks(reply).flatMap(eventsOf),
    { type: end, response: final },
  ]
  for (const [sequence_number, event] of events.entries()) {
    if (sequence_number > 0) await pause(gone)
    if (gone.aborted) return
    yield `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`
  }
}

interface ResponseEvent {
  readonly type: string
  readonly [member: string]: unknown
}

function eventsOf(block: ReplyBlock, output_index: number): readonly ResponseEvent[] {
  const item = itemOf(block, output_index, 'completed')
  const at = { item_id: idOf(block, output_index), output_index }
  const text = block.texts.join('')
  const added = itemOf({ ...block, texts: [] }, output_index, 'in_progress')
  return [
    { type: 'response.output_item.added', output_index, item: added },
    ...wordsOf(block, at, text),
    { type: 'response.output_item.done', output_index, item },
  ]
}

function wordsOf(block: ReplyBlock, at: object, text: string): readonly ResponseEvent[] {
  switch (block.kind) {
    case 'call':
      return [
        ...block.texts.map((delta) => ({
          type: 'response.function_call_arguments.delta',
          ...at,
          delta,
        })),
        { type: 'response.function_call_arguments.done', ...at, arguments: text },
      ]
    case 'content': {
      const place = { ...at, content_index: 0 }
      return [
        { type: 'response.content_part.added', ...place, part: textPart('') },
        ...block.texts.map((delta) => ({ type: 'response.output_text.delta', ...place, delta })),
        { type: 'response.output_text.done', ...place, text },
        { type: 'response.content_part.done', ...place, part: textPart(text) },
      ]
    }
    case 'reasoning': {
      const place = { ...at, summary_index: 0 }
      const part = (summary: string) => ({ type: 'summary_text', text: summary })
      return [
        { type: 'response.reasoning_summary_part.added', ...place, part: part('') },
        ...block.texts.map((delta) => ({
          type: 'response.reasoning_summary_text.delta',
          ...place,
          delta,
        })),
        { type: 'response.reasoning_summary_text.done', ...place, text },
        { type: 'response.reasoning_summary_part.done', ...place, part: part(text) },
      ]
    }
  }
}

const textPart = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] })

function idOf({ kind }: ReplyBlock, index: number): string {
  return `${{ reasoning: 'rs', content: 'msg', call: 'fc' }[kind]}_demo_${index}`
}

function itemOf(block: ReplyBlock, index: number, status: string): object {
  const id = idOf(block, index)
  const text = block.texts.join('')
  switch (block.kind) {
    case 'reasoning':
      return {
        type: 'reasoning',
        id,
        summary: text === '' ? [] : [{ type: 'summary_text', text }],
      }
    case 'content':
      return {
        type: 'message',
        id,
        role: 'assistant',
        status,
        content: text === '' ? [] : [textPart(text)],
      }
    case 'call':
      return {
        type: 'function_call',
        id,
        call_id: block.id,
        name: block.name,
        arguments: text,
        status,
      }
  }
}

function emptyResponse({ id, created, chat }: DemoCompletion): object {
  return {
    id: id.replace('chatcmpl-', 'resp_'),
    object: 'response',
    created_at: created,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    model: demoModel,
    output: [],
    parallel_tool_calls: chat.parallel_tool_calls ?? true,
    store: false,
    tool_choice: 'auto',
    tools: [],
    usage: null,
    metadata: {},
  }
}
