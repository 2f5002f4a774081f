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
import { isGiven, isJsonObject } from '../json/is-json-object.ts'
import { toolsOfMessages } from './tools-of-messages.ts'
import type { LeaveOut } from './translation.ts'
import { withoutForeignBlocks } from './without-foreign-blocks.ts'

const known = [
  ['model', 'max_tokens', 'messages', 'system', 'stream', 'shown_mode', 'stop_sequences'],
  ['temperature', 'top_p', 'tools', 'tool_choice', 'thinking', 'output_config', 'metadata'],
  ['service_tier', 'top_k', 'cache_control', 'context_management', 'prompt_cache_retention'],
].flat()

/** A request of Anthropic's dialect as one of chat. @throws {UnsupportedMember} */
export function messagesToChat(request: JsonObject, leaveOut: LeaveOut): JsonObject {
  onlyMembers(request, known, '')
  const { system, messages, stop_sequences: stop, stream, service_tier: tier } = request
  if (isGiven(tier) && tier !== 'auto') cannotTranslate('service_tier')
  const list = withoutForeignBlocks(listAt(messages, 'messages'), leaveOut)
  const said = list.flatMap((message, index) => toChatMessages(message, `messages[${index}]`))
  return {
    model: request['model'] ?? null,
    messages: [
      ...(isGiven(system) ? [{ role: 'system', content: contentOf(system, 'system') }] : []),
      ...said,
    ],
    ...(said.at(-1)?.['role'] === 'assistant' && goOnWithLast),
    ...copied(request, ['max_tokens', 'temperature', 'top_p', 'top_k']),
    ...(isGiven(stop) && { stop }),
    ...toolsOfMessages(request),
    ...reasoningOf(request),
    ...userOf(request['metadata']),
    ...(stream === true && { stream, stream_options: { include_usage: true } }),
  }
}

/** The beginning of the answer is given: a chat would answer it, unless it is told to go on with it. */
const goOnWithLast = { add_generation_prompt: false, continue_final_message: true }

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
  const rest = [
    ...results.flatMap(imagesOf),
    ...blocks.slice(results.length).map(({ block, at }) => partOf(block, at)),
  ]
  return [
    ...results.map(({ block, at }) => resultOf(block, at)),
    ...(rest.length > 0 || results.length === 0
      ? [{ role: role ?? null, content: simplest(rest) }]
      : []),
  ]
}

/** The words of a text, or of blocks of text. */
function contentOf(content: Json, path: string): Json {
  if (typeof content === 'string') return content
  return simplest(
    listAt(content, path).map((block, index) => {
      const at = `${path}[${index}]`
      const read = objectAt(block, at)
      return hasWords(read) ? partOf(read, at) : cannotTranslate(at)
    }),
  )
}

function hasWords({ type }: JsonObject): boolean {
  return type === 'text' || type === 'document'
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
    case 'document':
      return { type: 'text', text: documentOf(block, path) }
    default:
      return cannotTranslate(path)
  }
}

/** A document of text, in words, below its title. */
function documentOf(block: JsonObject, path: string): string {
  onlyMembers(block, ['type', 'source', 'title', 'context', 'citations', hint], path)
  const at = below(path, 'source')
  const source = objectAt(block['source'], at)
  if (source['type'] !== 'text') return cannotTranslate(below(at, 'type'))
  const { citations, title, context } = block
  if (isGiven(citations) && objectAt(citations, below(path, 'citations'))['enabled'] === true) {
    cannotTranslate(below(path, 'citations'))
  }
  const head = [title, context].filter((each) => typeof each === 'string')
  return [...head, textAt(source['data'], below(at, 'data'))].join('\n\n')
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
  const said = isGiven(content) ? wordsOf(content, below(path, 'content')) : ''
  return {
    role: 'tool',
    tool_call_id: textAt(id, below(path, 'tool_use_id')),
    content: hasFailed === true ? afterFailure(said) : said,
  }
}

/** A chat's tools answer in words: an image stands in the message of the user that follows. */
const seeBelow: JsonObject = { type: 'text', text: 'The image of this result follows.' }

function isImage(block: Json): boolean {
  return isJsonObject(block) && block['type'] === 'image'
}

function wordsOf(content: Json, path: string): Json {
  if (!Array.isArray(content)) return contentOf(content, path)
  return contentOf(
    (content as readonly Json[]).map((block, index) =>
      isImage(block) ? seeBelow : withToolNamed(block, `${path}[${index}]`),
    ),
    path,
  )
}

/** What a search for tools found. A chat has all its tools from the beginning. */
function withToolNamed(block: Json, path: string): Json {
  if (!isJsonObject(block) || block['type'] !== 'tool_reference') return block
  onlyMembers(block, ['type', 'tool_name', hint], path)
  return { type: 'text', text: textAt(block['tool_name'], below(path, 'tool_name')) }
}

function imagesOf({ block, at }: PlacedBlock): readonly JsonObject[] {
  const { content } = block
  if (!Array.isArray(content)) return []
  return (content as readonly Json[]).flatMap((each, index) =>
    isImage(each) ? [partOf(each as JsonObject, `${at}.content[${index}]`)] : [],
  )
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

const efforts: readonly unknown[] = ['low', 'medium', 'high']
/** Chat's steps end below them. */
const highest: readonly unknown[] = ['xhigh', 'max']

/** A budget of tokens for thinking is an effort, in the steps that chat has. */
function reasoningOf({ thinking, output_config: config }: JsonObject): JsonObject {
  const wished = isGiven(config) ? objectAt(config, 'output_config') : {}
  onlyMembers(wished, ['effort', 'format'], 'output_config')
  const { effort, format } = wished
  const step = highest.includes(effort) ? 'high' : effort
  if (isGiven(step) && !efforts.includes(step)) cannotTranslate('output_config.effort')
  return {
    ...(isGiven(step) ? { reasoning_effort: step } : effortOf(thinking)),
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
