import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import type { Json } from '../canonical-json.ts'
import type { ChatAnswer, ChatBlock, ChatBlockHead, ChatFacts } from './chat-answer.ts'
import type { DialectEvent, StreamTranslator } from './translation.ts'

/** A chat's answer as a response. */
export function responseOfChat(answer: ChatAnswer, request: JsonObject): JsonObject {
  const output = answer.blocks.map((block, index) => itemOf(block, idOf(answer, block, index)))
  return finalResponse(answer, request, output)
}

/** The same as a stream. */
export function streamResponse(request: JsonObject): StreamTranslator {
  let sequence = 0
  const output: JsonObject[] = []
  let id = ''
  let facts: ChatFacts | null = null

  const numbered = (events: readonly DialectEvent[]) =>
    events.map((event) => ({ ...event, sequence_number: sequence++ }))
  const at = () => ({ item_id: id, output_index: output.length })

  return {
    begin(first) {
      facts = first
      const response = emptyResponse(first, request)
      return numbered([
        { type: 'response.created', response },
        { type: 'response.in_progress', response },
      ])
    },
    step(step) {
      if (step.kind === 'begin') {
        if (facts === null) throw new TypeError('a stream begins with its response')
        id = idOf(facts, step.head, output.length)
        return numbered(beginEvents(step.head, at()))
      }
      if (step.kind === 'more') return numbered([moreEvent(step.head, step.text, at())])
      const item = itemOf(step.block, id)
      const events = endEvents(step.block, item, at())
      output.push(item)
      return numbered(events)
    },
    end(last) {
      const response = finalResponse(last, request, output)
      return numbered([{ type: `response.${response['status'] as string}`, response }])
    },
  }
}

interface Place {
  readonly item_id: string
  readonly output_index: number
}

function beginEvents(head: ChatBlockHead, place: Place): readonly DialectEvent[] {
  const item = itemOf({ ...head, text: '' }, place.item_id, 'in_progress')
  const added = { type: 'response.output_item.added', output_index: place.output_index, item }
  if (head.kind === 'call') return [added]
  const part = partOf(head.kind, '')
  return [added, { type: 'response.content_part.added', ...place, content_index: 0, part }]
}

const deltas = {
  reasoning: 'response.reasoning_text',
  text: 'response.output_text',
  refusal: 'response.refusal',
  call: 'response.function_call_arguments',
} as const

function moreEvent({ kind }: ChatBlockHead, delta: string, place: Place): DialectEvent {
  const type = `${deltas[kind]}.delta`
  return kind === 'call'
    ? { type, ...place, delta }
    : { type, ...place, content_index: 0, delta, ...(kind === 'text' && { logprobs: [] }) }
}

function endEvents(block: ChatBlock, item: JsonObject, place: Place): readonly DialectEvent[] {
  const { kind, text } = block
  const done = { type: 'response.output_item.done', output_index: place.output_index, item }
  if (kind === 'call') return [{ type: `${deltas.call}.done`, ...place, arguments: text }, done]
  const where = { ...place, content_index: 0 }
  return [
    {
      type: `${deltas[kind]}.done`,
      ...where,
      [kind === 'refusal' ? 'refusal' : 'text']: text,
      ...(kind === 'text' && { logprobs: [] }),
    },
    { type: 'response.content_part.done', ...where, part: partOf(kind, text) },
    done,
  ]
}

function idOf(facts: ChatFacts, { kind }: ChatBlockHead, index: number): string {
  const prefix = { reasoning: 'rs', text: 'msg', refusal: 'msg', call: 'fc' }[kind]
  return `${prefix}_${facts.id}_${index}`
}

function partOf(kind: 'reasoning' | 'text' | 'refusal', text: string): JsonObject {
  switch (kind) {
    case 'reasoning':
      return { type: 'reasoning_text', text }
    case 'text':
      return { type: 'output_text', text, annotations: [], logprobs: [] }
    case 'refusal':
      return { type: 'refusal', refusal: text }
  }
}

function itemOf(block: ChatBlock, id: string, status = 'completed'): JsonObject {
  const { kind, text } = block
  const content = kind === 'call' || text === '' ? [] : [partOf(kind, text)]
  switch (kind) {
    case 'reasoning':
      return { type: 'reasoning', id, summary: [], content, status }
    case 'call':
      return {
        type: 'function_call',
        id,
        call_id: block.id,
        name: block.name,
        arguments: text,
        status,
      }
    case 'text':
    case 'refusal':
      return { type: 'message', id, role: 'assistant', content, status }
  }
}

/** What was asked is said again, as the clients expect it; nothing is kept. */
function emptyResponse(facts: ChatFacts, request: JsonObject): JsonObject {
  const said = (name: string, otherwise: Json) => request[name] ?? otherwise
  return {
    id: `resp_${facts.id}`,
    object: 'response',
    created_at: facts.created,
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: said('instructions', null),
    max_output_tokens: said('max_output_tokens', null),
    model: facts.model,
    output: [],
    parallel_tool_calls: said('parallel_tool_calls', true),
    previous_response_id: null,
    reasoning: said('reasoning', { effort: null, summary: null }),
    store: false,
    temperature: said('temperature', null),
    text: said('text', { format: { type: 'text' } }),
    tool_choice: said('tool_choice', 'auto'),
    tools: said('tools', []),
    top_p: said('top_p', null),
    truncation: 'disabled',
    usage: null,
    metadata: said('metadata', {}),
  }
}

const reasons: Readonly<Record<string, string>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
}

function finalResponse(
  facts: ChatFacts,
  request: JsonObject,
  output: readonly JsonObject[],
): JsonObject {
  const reason = reasons[facts.finish]
  return {
    ...emptyResponse(facts, request),
    status: reason === undefined ? 'completed' : 'incomplete',
    incomplete_details: reason === undefined ? null : { reason },
    output,
    usage: usageOf(facts),
  }
}

function usageOf({ usage }: ChatFacts): Json {
  if (usage === null) return null
  const count = (from: Json | undefined, name: string): number => {
    const value = isJsonObject(from) ? from[name] : 0
    return typeof value === 'number' ? value : 0
  }
  const [input, output] = [count(usage, 'prompt_tokens'), count(usage, 'completion_tokens')]
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: count(usage['prompt_tokens_details'], 'cached_tokens') },
    output_tokens: output,
    output_tokens_details: {
      reasoning_tokens: count(usage['completion_tokens_details'], 'reasoning_tokens'),
    },
    total_tokens: input + output,
  }
}
