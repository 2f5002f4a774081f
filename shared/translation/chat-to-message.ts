import type { Json } from '../canonical-json.ts'
import { readOr } from '../read-or.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { parseJsonText, type JsonObject } from '../json/parse-json-object.ts'
import type { ChatAnswer, ChatBlock, ChatBlockHead, ChatFacts } from './chat-answer.ts'
import type { StreamTranslator } from './translation.ts'

/** A chat's answer as a message of Anthropic's dialect. */
export function messageOfChat(answer: ChatAnswer): JsonObject {
  return {
    ...emptyMessage(answer),
    content: answer.blocks.map(blockOf),
    stop_reason: stopReason(answer, answer.blocks.at(-1)),
    usage: usageOf(answer),
  }
}

/** The same as a stream. */
export function streamMessage(): StreamTranslator {
  let index = 0
  let last: ChatBlock | undefined
  return {
    begin: (facts) => [{ type: 'message_start', message: emptyMessage(facts) }],
    step(step) {
      switch (step.kind) {
        case 'begin':
          return [
            {
              type: 'content_block_start',
              index,
              content_block: blockOf({ ...step.head, text: '' }),
            },
          ]
        case 'more':
          return [{ type: 'content_block_delta', index, delta: deltaOf(step.head, step.text) }]
        case 'end':
          last = step.block
          return [{ type: 'content_block_stop', index: index++ }]
      }
    },
    end: (facts) => [
      {
        type: 'message_delta',
        delta: { stop_reason: stopReason(facts, last), stop_sequence: null },
        usage: usageOf(facts),
      },
      { type: 'message_stop' },
    ],
  }
}

function emptyMessage(facts: ChatFacts): JsonObject {
  return {
    id: `msg_${facts.id}`,
    type: 'message',
    role: 'assistant',
    model: facts.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: usageOf({ ...facts, usage: null }),
  }
}

function blockOf(block: ChatBlock): JsonObject {
  const { text } = block
  switch (block.kind) {
    case 'reasoning':
      // Nobody signed it.
      return { type: 'thinking', thinking: text, signature: '' }
    case 'text':
    case 'refusal':
      return { type: 'text', text }
    case 'call':
      return { type: 'tool_use', id: block.id, name: block.name, input: inputOf(text) }
  }
}

function deltaOf({ kind }: ChatBlockHead, text: string): JsonObject {
  switch (kind) {
    case 'reasoning':
      return { type: 'thinking_delta', thinking: text }
    case 'text':
    case 'refusal':
      return { type: 'text_delta', text }
    case 'call':
      return { type: 'input_json_delta', partial_json: text }
  }
}

/** As whoever puts a stream together does: what is no JSON object, since it was cut off, is its text. */
function inputOf(text: string): Json {
  if (text === '') return {}
  return readOr(text, () => parseJsonText(text))
}

/** Which sequence a chat stopped at it does not say: it is the end of its turn. */
function stopReason({ finish }: ChatFacts, last: ChatBlock | undefined): string {
  if (finish === 'length') return 'max_tokens'
  if (finish === 'content_filter' || last?.kind === 'refusal') return 'refusal'
  return finish === 'tool_calls' || last?.kind === 'call' ? 'tool_use' : 'end_turn'
}

function usageOf({ usage }: ChatFacts): JsonObject {
  const details = usage?.['prompt_tokens_details']
  const cached = isJsonObject(details) ? countIn(details, 'cached_tokens') : 0
  return {
    input_tokens: Math.max(0, countIn(usage ?? {}, 'prompt_tokens') - cached),
    output_tokens: countIn(usage ?? {}, 'completion_tokens'),
    ...(cached > 0 && { cache_read_input_tokens: cached }),
  }
}

function countIn(from: JsonObject, name: string): number {
  const value = from[name]
  return typeof value === 'number' ? value : 0
}
