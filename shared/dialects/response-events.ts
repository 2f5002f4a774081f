/** What an event about a text says, and where that stands. */
export interface TextEvent {
  readonly place: 'content' | 'summary' | 'arguments' | 'input'
  /** Where the text stands in the event; `part` for one that holds it. */
  readonly member: 'delta' | 'text' | 'refusal' | 'arguments' | 'input' | 'part' | 'annotation'
  /** Whether it is one more piece, or all of it. */
  readonly says: 'more' | 'all' | 'begins' | 'annotates'
  readonly itemType: 'message' | 'reasoning' | 'function_call' | 'custom_tool_call' | null
  /** The type of the part that the event is about; null if the part names its type, or if the text stands in no part. */
  readonly partType: string | null
}

type Told = readonly [
  TextEvent['place'],
  TextEvent['member'],
  TextEvent['says'],
  TextEvent['itemType'],
  TextEvent['partType'],
]

const event = (...[place, member, says, itemType, partType]: Told): TextEvent => ({
  place,
  member,
  says,
  itemType,
  partType,
})

/** By type. */
export const textEvents: Readonly<Record<string, TextEvent>> = {
  'response.content_part.added': event('content', 'part', 'begins', null, null),
  'response.content_part.done': event('content', 'part', 'all', null, null),
  'response.output_text.delta': event('content', 'delta', 'more', 'message', 'output_text'),
  'response.output_text.done': event('content', 'text', 'all', 'message', 'output_text'),
  'response.output_text.annotation.added': event(
    'content',
    'annotation',
    'annotates',
    'message',
    'output_text',
  ),
  'response.refusal.delta': event('content', 'delta', 'more', 'message', 'refusal'),
  'response.refusal.done': event('content', 'refusal', 'all', 'message', 'refusal'),
  'response.reasoning_text.delta': event('content', 'delta', 'more', 'reasoning', 'reasoning_text'),
  'response.reasoning_text.done': event('content', 'text', 'all', 'reasoning', 'reasoning_text'),
  'response.reasoning_summary_part.added': event(
    'summary',
    'part',
    'begins',
    'reasoning',
    'summary_text',
  ),
  'response.reasoning_summary_part.done': event(
    'summary',
    'part',
    'all',
    'reasoning',
    'summary_text',
  ),
  'response.reasoning_summary_text.delta': event(
    'summary',
    'delta',
    'more',
    'reasoning',
    'summary_text',
  ),
  'response.reasoning_summary_text.done': event(
    'summary',
    'text',
    'all',
    'reasoning',
    'summary_text',
  ),
  'response.function_call_arguments.delta': event(
    'arguments',
    'delta',
    'more',
    'function_call',
    null,
  ),
  'response.function_call_arguments.done': event(
    'arguments',
    'arguments',
    'all',
    'function_call',
    null,
  ),
  'response.custom_tool_call_input.delta': event(
    'input',
    'delta',
    'more',
    'custom_tool_call',
    null,
  ),
  'response.custom_tool_call_input.done': event('input', 'input', 'all', 'custom_tool_call', null),
}
