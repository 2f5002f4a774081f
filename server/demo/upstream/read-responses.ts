import { DemoError } from './demo-error.ts'

type Loose = Readonly<Record<string, unknown>>

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const objects = (value: unknown): readonly Loose[] =>
  Array.isArray(value) ? value.filter((each): each is Loose => isLoose(each)) : []

/**
 * A request for a response as the chat request that the demo answers.
 * @throws {DemoError} for what OpenAI would refuse
 */
export function readResponsesRequest(body: unknown): object {
  if (!isLoose(body)) throw new DemoError('The body is no object.', 'invalid_value')
  const { input, instructions, reasoning, text, tools } = body
  if (input === undefined) {
    throw new DemoError("'input' is required.", 'missing_required_parameter', { param: 'input' })
  }
  const format = isLoose(text) && isLoose(text['format']) ? text['format'] : null
  return {
    model: body['model'],
    messages: [
      ...(typeof instructions === 'string' ? [{ role: 'system', content: instructions }] : []),
      ...(typeof input === 'string'
        ? [{ role: 'user', content: input }]
        : objects(input).flatMap(toChatMessages)),
    ],
    stream: body['stream'] === true,
    max_tokens: body['max_output_tokens'] ?? null,
    temperature: body['temperature'] ?? null,
    reasoning_effort: isLoose(reasoning) ? (reasoning['effort'] ?? null) : null,
    ...(format === null ? {} : { response_format: responseFormat(format) }),
    ...(tools === undefined || tools === null
      ? {}
      : {
          tools: objects(tools).map(({ name, parameters }) => ({
            type: 'function',
            function: { name, parameters },
          })),
          tool_choice: toolChoice(body['tool_choice']),
          parallel_tool_calls: body['parallel_tool_calls'] ?? null,
        }),
  }
}

function toChatMessages({ type, role, content, call_id, output }: Loose): readonly object[] {
  switch (type) {
    case undefined:
    case 'message':
      return [{ role, content: partsOf(content) }]
    case 'function_call_output':
      return [{ role: 'tool', tool_call_id: call_id, content: partsOf(output) }]
    default:
      return [{ role: 'assistant', content: null }]
  }
}

function partsOf(content: unknown): unknown {
  if (typeof content === 'string') return content
  return objects(content).map(({ type, text }) =>
    type === 'input_image' ? { type: 'image_url' } : { type: 'text', text },
  )
}

function responseFormat({ type, schema }: Loose): object {
  return type === 'json_schema' ? { type, json_schema: { schema } } : { type }
}

function toolChoice(choice: unknown): unknown {
  return isLoose(choice) ? { function: { name: choice['name'] } } : (choice ?? null)
}
