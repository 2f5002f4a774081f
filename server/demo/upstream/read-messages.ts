import { DemoError } from './demo-error.ts'

type Loose = Readonly<Record<string, unknown>>

const objects = (value: unknown): readonly Loose[] =>
  Array.isArray(value) ? value.filter((each): each is Loose => isLoose(each)) : []

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * A request in Anthropic's dialect as the chat request that the demo answers.
 * @throws {DemoError} for what Anthropic would refuse
 */
export function readMessagesRequest(body: unknown): object {
  if (!isLoose(body)) throw new DemoError('The body is no object.', 'invalid_value')
  const { max_tokens: limit, messages, system, thinking, tools } = body
  if (typeof limit !== 'number') {
    throw new DemoError('max_tokens: Field required', 'missing', { param: 'max_tokens' })
  }
  return {
    model: body['model'],
    messages: [
      ...(system === undefined || system === null
        ? []
        : [{ role: 'system', content: textIn(system) }]),
      ...objects(messages).flatMap(toChatMessages),
    ],
    stream: body['stream'] === true,
    max_tokens: limit,
    stop: body['stop_sequences'] ?? null,
    temperature: body['temperature'] ?? null,
    ...(isLoose(thinking) && thinking['type'] !== 'disabled' ? { reasoning_effort: 'high' } : {}),
    ...(tools === undefined
      ? {}
      : {
          tools: objects(tools).map(({ name, input_schema }) => ({
            type: 'function',
            function: { name, parameters: input_schema },
          })),
          ...toolChoice(body['tool_choice']),
        }),
  }
}

function toChatMessages({ role, content }: Loose): readonly object[] {
  if (typeof content === 'string') return [{ role, content }]
  const blocks = objects(content)
  const results = blocks.filter(({ type }) => type === 'tool_result')
  const parts = blocks.flatMap(({ type, text }) => {
    if (type === 'text') return [{ type, text }]
    return type === 'image' ? [{ type: 'image_url' }] : []
  })
  return [
    ...results.map((result) => ({
      role: 'tool',
      tool_call_id: result['tool_use_id'],
      content: textIn(result['content']),
    })),
    ...(parts.length > 0 || results.length === 0 ? [{ role, content: parts }] : []),
  ]
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  return objects(content)
    .flatMap(({ text }) => (typeof text === 'string' ? text : []))
    .join(' ')
}

function toolChoice(choice: unknown): object {
  if (!isLoose(choice)) return {}
  const { type, name } = choice
  return {
    tool_choice: type === 'tool' ? { function: { name } } : type === 'any' ? 'required' : type,
    ...(choice['disable_parallel_tool_use'] === true ? { parallel_tool_calls: false } : {}),
  }
}
