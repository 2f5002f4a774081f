import type { Json } from '../canonical-json.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import {
  below,
  cannotTranslate,
  copied,
  listAt,
  objectAt,
  onlyMembers,
  textAt,
} from './read-members.ts'
import { isGiven } from '../json/is-json-object.ts'

const known = [
  ['model', 'max_tokens', 'messages', 'system', 'stream', 'shown_mode', 'stop_sequences'],
  ['temperature', 'top_p', 'tools', 'tool_choice', 'thinking', 'output_config', 'metadata'],
  ['service_tier'],
].flat()

/** A request of Anthropic's dialect as one of chat. @throws {UnsupportedMember} */
export function messagesToChat(request: JsonObject): JsonObject {
  onlyMembers(request, known, '')
  const { system, messages, stop_sequences: stop, stream, service_tier: tier } = request
  if (isGiven(tier) && tier !== 'auto') cannotTranslate('service_tier')
  const list = listAt(messages, 'messages')
  const said = list.flatMap((message, index) => toChatMessages(message, `messages[${index}]`))
  // A chat would answer it, and not go on with it.
  if (said.at(-1)?.['role'] === 'assistant') cannotTranslate(`messages[${list.length - 1}]`)
  return {
    model: request['model'] ?? null,
    messages: [
      ...(isGiven(system) ? [{ role: 'system', content: contentOf(system, 'system') }] : []),
      ...said,
    ],
    ...copied(request, ['max_tokens', 'temperature', 'top_p']),
    ...(isGiven(stop) && { stop }),
    ...toolsOf(request),
    ...reasoningOf(request),
    ...userOf(request['metadata']),
    ...(stream === true && { stream, stream_options: { include_usage: true } }),
  }
}

function toChatMessages(value: Json, path: string): readonly JsonObject[] {
  const message = objectAt(value, path)
  onlyMembers(message, ['role', 'content'], path)
  const { role, content } = message
  if (typeof content === 'string') return [{ role: role ?? null, content }]
  const blocks = listAt(content, below(path, 'content')).map((block, index) => ({
    block: objectAt(block, path),
    at: `${path}.content[${index}]`,
  }))
  if (role === 'assistant') return [assistantOf(blocks)]
  const results = blocks.filter(({ block }) => block['type'] === 'tool_result')
  const late = blocks.findIndex(({ block }) => block['type'] !== 'tool_result')
  const misplaced = late < 0 ? undefined : blocks.slice(late).find((each) => results.includes(each))
  if (misplaced !== undefined) cannotTranslate(misplaced.at)
  const rest = blocks.slice(results.length).map(({ block, at }) => partOf(block, at))
  return [
    ...results.map(({ block, at }) => resultOf(block, at)),
    ...(rest.length > 0 || results.length === 0
      ? [{ role: role ?? null, content: simplest(rest) }]
      : []),
  ]
}

/** Of a text or of blocks of text. */
function contentOf(content: Json, path: string): Json {
  if (typeof content === 'string') return content
  return simplest(
    listAt(content, path).map((block, index) => {
      const at = `${path}[${index}]`
      const read = objectAt(block, at)
      return read['type'] === 'text' ? partOf(read, at) : cannotTranslate(at)
    }),
  )
}

/** Many servers take a text where there is but one. */
function simplest(parts: readonly JsonObject[]): Json {
  const [only] = parts
  if (only === undefined) return ''
  return parts.length === 1 && only['type'] === 'text' ? (only['text'] as Json) : parts
}

/** What only says how to keep something for later asks nothing of the answer. */
const hint = 'cache_control'

function partOf(block: JsonObject, path: string): JsonObject {
  switch (block['type']) {
    case 'text':
      onlyMembers(block, ['type', 'text', hint], path)
      return { type: 'text', text: textAt(block['text'], below(path, 'text')) }
    case 'image': {
      onlyMembers(block, ['type', 'source', hint], path)
      const at = below(path, 'source')
      const source = objectAt(block['source'], at)
      return { type: 'image_url', image_url: { url: imageOf(source, at) } }
    }
    default:
      return cannotTranslate(path)
  }
}

function imageOf(source: JsonObject, path: string): string {
  if (source['type'] === 'url') return textAt(source['url'], below(path, 'url'))
  if (source['type'] !== 'base64') return cannotTranslate(below(path, 'type'))
  const media = textAt(source['media_type'], below(path, 'media_type'))
  return `data:${media};base64,${textAt(source['data'], below(path, 'data'))}`
}

function resultOf(block: JsonObject, path: string): JsonObject {
  onlyMembers(block, ['type', 'tool_use_id', 'content', 'is_error', hint], path)
  const { tool_use_id: id, content, is_error: hasFailed } = block
  const said = isGiven(content) ? contentOf(content, below(path, 'content')) : ''
  return {
    role: 'tool',
    tool_call_id: textAt(id, below(path, 'tool_use_id')),
    content: hasFailed === true ? afterFailure(said) : said,
  }
}

/** A chat's tools have no way to say that they failed, but their words. */
const failure = 'The tool failed.'

function afterFailure(content: Json): Json {
  if (typeof content === 'string') return content === '' ? failure : `${failure}\n${content}`
  return [{ type: 'text', text: failure }, ...(content as readonly Json[])]
}

interface PlacedBlock {
  readonly block: JsonObject
  readonly at: string
}

/** In a chat thoughts come first, then words, then calls. */
const order = ['thinking', 'text', 'tool_use']

function assistantOf(blocks: readonly PlacedBlock[]): JsonObject {
  let least = 0
  for (const { block, at } of blocks) {
    const rank = order.indexOf(typeof block['type'] === 'string' ? block['type'] : '')
    if (rank < least) cannotTranslate(at)
    least = rank
  }
  const ofType = (type: string) => blocks.filter(({ block }) => block['type'] === type)
  const thoughts = ofType('thinking').map(({ block, at }) => thoughtOf(block, at))
  const texts = ofType('text').map(({ block, at }) => partOf(block, at))
  const calls = ofType('tool_use').map(({ block, at }) => callOf(block, at))
  return {
    role: 'assistant',
    content: texts.length === 0 ? null : simplest(texts),
    ...(thoughts.length > 0 && { reasoning_content: thoughts.join('') }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

function thoughtOf(block: JsonObject, path: string): string {
  onlyMembers(block, ['type', 'thinking', 'signature'], path)
  const { signature } = block
  if (isGiven(signature) && signature !== '') cannotTranslate(below(path, 'signature'))
  return textAt(block['thinking'], below(path, 'thinking'))
}

function callOf(block: JsonObject, path: string): JsonObject {
  onlyMembers(block, ['type', 'id', 'name', 'input', hint], path)
  return {
    id: textAt(block['id'], below(path, 'id')),
    type: 'function',
    function: {
      name: textAt(block['name'], below(path, 'name')),
      arguments: JSON.stringify(block['input'] ?? {}),
    },
  }
}

function toolsOf({ tools, tool_choice: choice }: JsonObject): JsonObject {
  const list = listAt(tools, 'tools').map((value, index) => {
    const path = `tools[${index}]`
    const tool = objectAt(value, path)
    const { type, name, description, input_schema: parameters, strict } = tool
    if (isGiven(type) && type !== 'custom') cannotTranslate(below(path, 'type'))
    onlyMembers(tool, ['type', 'name', 'description', 'input_schema', 'strict', hint], path)
    return {
      type: 'function',
      function: {
        name: textAt(name, below(path, 'name')),
        ...(isGiven(description) && { description }),
        ...(isGiven(parameters) && { parameters }),
        ...(isGiven(strict) && { strict }),
      },
    }
  })
  return { ...(list.length > 0 && { tools: list }), ...choiceOf(choice) }
}

const choices: Readonly<Record<string, string>> = { auto: 'auto', any: 'required', none: 'none' }

function choiceOf(value: Json | undefined): JsonObject {
  if (!isGiven(value)) return {}
  const choice = objectAt(value, 'tool_choice')
  onlyMembers(choice, ['type', 'name', 'disable_parallel_tool_use'], 'tool_choice')
  const { type, name } = choice
  const word = typeof type === 'string' ? choices[type] : undefined
  return {
    tool_choice:
      type === 'tool'
        ? { type: 'function', function: { name: textAt(name, 'tool_choice.name') } }
        : (word ?? cannotTranslate('tool_choice.type')),
    ...(choice['disable_parallel_tool_use'] === true && { parallel_tool_calls: false }),
  }
}

const efforts: readonly unknown[] = ['low', 'medium', 'high']

/** A budget of tokens for thinking is an effort, in the steps that chat has. */
function reasoningOf({ thinking, output_config: config }: JsonObject): JsonObject {
  const wished = isGiven(config) ? objectAt(config, 'output_config') : {}
  onlyMembers(wished, ['effort', 'format'], 'output_config')
  const { effort, format } = wished
  if (isGiven(effort) && !efforts.includes(effort)) cannotTranslate('output_config.effort')
  return {
    ...(isGiven(effort) ? { reasoning_effort: effort } : effortOf(thinking)),
    ...(isGiven(format) && { response_format: formatOf(objectAt(format, 'output_config.format')) }),
  }
}

function effortOf(thinking: Json | undefined): JsonObject {
  if (!isGiven(thinking)) return {}
  const read = objectAt(thinking, 'thinking')
  onlyMembers(read, ['type', 'budget_tokens', 'display'], 'thinking')
  const { type, budget_tokens: budget } = read
  if (read['display'] === 'omitted') cannotTranslate('thinking.display')
  if (type !== 'enabled') return {}
  if (typeof budget !== 'number') return cannotTranslate('thinking.budget_tokens')
  return { reasoning_effort: budget <= 2048 ? 'low' : budget <= 8192 ? 'medium' : 'high' }
}

function formatOf(format: JsonObject): JsonObject {
  const path = 'output_config.format'
  onlyMembers(format, ['type', 'schema'], path)
  if (format['type'] !== 'json_schema') return cannotTranslate(below(path, 'type'))
  const schema = objectAt(format['schema'], below(path, 'schema'))
  return { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } }
}

function userOf(metadata: Json | undefined): JsonObject {
  if (!isGiven(metadata)) return {}
  const read = objectAt(metadata, 'metadata')
  onlyMembers(read, ['user_id'], 'metadata')
  return isGiven(read['user_id']) ? { user: read['user_id'] } : {}
}
