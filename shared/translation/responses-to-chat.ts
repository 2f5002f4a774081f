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
import type { LeaveOut } from './translation.ts'
import { withoutForeignItems } from './without-foreign-items.ts'

const known = [
  ['model', 'input', 'instructions', 'stream', 'stream_options', 'shown_mode', 'max_output_tokens'],
  ['temperature', 'top_p', 'tools', 'tool_choice', 'parallel_tool_calls', 'text', 'reasoning'],
  ['store', 'background', 'metadata', 'user', 'safety_identifier', 'prompt_cache_key'],
  ['service_tier', 'include', 'truncation', 'top_logprobs', 'cache_salt', 'client_metadata'],
  ['prompt_cache_retention', 'context_management'],
].flat()

/** These mean the same in chat. */
const alike = [
  ['temperature', 'top_p', 'parallel_tool_calls', 'metadata', 'user', 'safety_identifier'],
  ['prompt_cache_key', 'service_tier', 'cache_salt'],
].flat()

/** A request for a response as one of chat. @throws {UnsupportedMember} */
export function responsesToChat(request: JsonObject, leaveOut: LeaveOut): JsonObject {
  onlyMembers(request, known, '')
  refuseOthers(request)
  const { input, instructions, max_output_tokens: most, stream } = request
  return {
    model: request['model'] ?? null,
    messages: [
      ...(isGiven(instructions) ? [{ role: 'system', content: instructions }] : []),
      ...(typeof input === 'string'
        ? [{ role: 'user', content: input }]
        : toChatMessages(withoutForeignItems(listAt(input, 'input'), leaveOut))),
    ],
    ...(isGiven(most) && { max_tokens: most }),
    ...copied(request, alike),
    ...toolsOf(request),
    ...textOf(request['text']),
    ...reasoningOf(request['reasoning']),
    ...(stream === true && { stream, stream_options: { include_usage: true } }),
  }
}

/** Refuses members that chat can express for one value only, if they have another value. */
function refuseOthers({ background, include, truncation, top_logprobs: top }: JsonObject): void {
  if (background === true) cannotTranslate('background')
  if (isGiven(truncation) && truncation !== 'disabled') cannotTranslate('truncation')
  if (isGiven(top) && top !== 0) cannotTranslate('top_logprobs')
  for (const [index, each] of listAt(include, 'include').entries()) {
    // A chat has nothing of the kind, so that nothing is left out.
    if (each !== 'reasoning.encrypted_content') cannotTranslate(`include[${index}]`)
  }
}

/** What the assistant thought, said and called in one turn is one message of a chat. */
interface Turn {
  readonly role: 'assistant'
  content: Json
  reasoning_content?: string
  tool_calls?: Json[]
}

function toChatMessages(items: readonly Json[]): readonly JsonObject[] {
  const messages: JsonObject[] = []
  const shown: JsonObject[] = []
  let turn: Turn | null = null

  function endTurn(): void {
    if (turn !== null) messages.push({ ...turn } as unknown as JsonObject)
    turn = null
  }

  function begin(): Turn {
    endTurn()
    turn = { role: 'assistant', content: null }
    return turn
  }

  /** Adds the images of a turn's results behind the last result. */
  function showImages(): void {
    if (shown.length > 0) messages.push({ role: 'user', content: shown.splice(0) })
  }

  for (const [index, value] of items.entries()) {
    const path = `input[${index}]`
    const item = objectAt(value, path)
    if (item['type'] !== 'function_call_output') showImages()
    switch (item['type']) {
      case 'reasoning': {
        const thought = thoughtOf(item, path)
        if (thought !== '') begin().reasoning_content = thought
        break
      }
      case 'function_call': {
        const open: Turn = turn ?? begin()
        open.tool_calls = [...(open.tool_calls ?? []), callOf(item, path)]
        break
      }
      case 'function_call_output': {
        endTurn()
        const { result, images } = resultOf(item, path)
        messages.push(result)
        shown.push(...images)
        break
      }
      case undefined:
      case 'message': {
        const { role, content } = messageOf(item, path)
        if (role !== 'assistant') {
          endTurn()
          messages.push({ role, content })
          break
        }
        const isOpen: boolean = turn !== null && isThoughtAlone(turn)
        const open: Turn = isOpen && turn !== null ? turn : begin()
        open.content = content
        break
      }
      default:
        cannotTranslate(path)
    }
  }
  endTurn()
  showImages()
  return messages
}

function isThoughtAlone({ content, tool_calls: calls }: Turn): boolean {
  return content === null && calls === undefined
}

function messageOf(item: JsonObject, path: string) {
  onlyMembers(item, ['type', 'role', 'content', 'id', 'status', 'phase'], path)
  const { role, content } = item
  return {
    role: textAt(role, below(path, 'role')),
    content: typeof content === 'string' ? content : partsOf(content, below(path, 'content')),
  }
}

function partsOf(content: Json | undefined, path: string): Json {
  const parts = listAt(content, path).map((part, index) => {
    const at = `${path}[${index}]`
    return partOf(objectAt(part, at), at)
  })
  const [only] = parts
  return parts.length === 1 && only?.['type'] === 'text' ? (only['text'] as Json) : parts
}

function partOf(part: JsonObject, path: string): JsonObject {
  switch (part['type']) {
    case 'input_text':
    case 'output_text': {
      const { annotations } = part
      if (Array.isArray(annotations) && annotations.length > 0) {
        cannotTranslate(below(path, 'annotations'))
      }
      onlyMembers(part, ['type', 'text', 'annotations', 'logprobs'], path)
      return { type: 'text', text: textAt(part['text'], below(path, 'text')) }
    }
    case 'input_image': {
      onlyMembers(part, ['type', 'image_url', 'detail'], path)
      const url = textAt(part['image_url'], below(path, 'image_url'))
      return { type: 'image_url', image_url: { url, ...copied(part, ['detail']) } }
    }
    case 'input_file':
      onlyMembers(part, ['type', 'filename', 'file_data'], path)
      return { type: 'file', file: copied(part, ['filename', 'file_data']) }
    default:
      return cannotTranslate(path)
  }
}

function thoughtOf(item: JsonObject, path: string): string {
  onlyMembers(item, ['type', 'id', 'summary', 'content', 'status'], path)
  const read = (name: string, type: string) =>
    listAt(item[name], below(path, name)).map((part, index) => {
      const at = `${path}.${name}[${index}]`
      const { type: sent, text } = objectAt(part, at)
      return sent === type ? textAt(text, at) : cannotTranslate(at)
    })
  const thoughts = read('content', 'reasoning_text')
  const summaries = read('summary', 'summary_text')
  return (thoughts.length > 0 ? thoughts : summaries).join('\n\n')
}

function callOf(item: JsonObject, path: string): JsonObject {
  onlyMembers(item, ['type', 'id', 'call_id', 'name', 'arguments', 'status'], path)
  return {
    id: textAt(item['call_id'], below(path, 'call_id')),
    type: 'function',
    function: {
      name: textAt(item['name'], below(path, 'name')),
      arguments: textAt(item['arguments'], below(path, 'arguments')),
    },
  }
}

/** A chat's tools answer in words: an image stands in a message of the user that follows. */
const seeBelow: JsonObject = { type: 'text', text: 'The image of this result follows.' }

function resultOf(item: JsonObject, path: string) {
  onlyMembers(item, ['type', 'id', 'call_id', 'output', 'status'], path)
  const { call_id: id, output } = item
  const said = typeof output === 'string' ? output : partsOf(output, below(path, 'output'))
  const parts = Array.isArray(said) ? (said as readonly JsonObject[]) : []
  const images = parts.filter(({ type }) => type === 'image_url')
  const words = parts.map((part) => (images.includes(part) ? seeBelow : part))
  if (words.some(({ type }) => type !== 'text')) cannotTranslate(below(path, 'output'))
  const content = parts.length === 0 ? said : words
  const result = { role: 'tool', tool_call_id: textAt(id, below(path, 'call_id')), content }
  return { result, images }
}

function toolsOf({ tools, tool_choice: choice }: JsonObject): JsonObject {
  const list = listAt(tools, 'tools').map((value, index) => {
    const path = `tools[${index}]`
    const tool = objectAt(value, path)
    if (tool['type'] !== 'function') cannotTranslate(path)
    onlyMembers(tool, ['type', 'name', 'description', 'parameters', 'strict'], path)
    const { name } = tool
    return {
      type: 'function',
      function: {
        name: textAt(name, below(path, 'name')),
        ...copied(tool, ['description', 'parameters', 'strict']),
      },
    }
  })
  return {
    ...(list.length > 0 && { tools: list }),
    ...(isGiven(choice) && { tool_choice: choiceOf(choice) }),
  }
}

function choiceOf(choice: Json): Json {
  if (typeof choice === 'string') return choice
  const { type, name } = objectAt(choice, 'tool_choice')
  if (type !== 'function') return cannotTranslate('tool_choice.type')
  return { type, function: { name: textAt(name, 'tool_choice.name') } }
}

function textOf(text: Json | undefined): JsonObject {
  if (!isGiven(text)) return {}
  const wished = objectAt(text, 'text')
  onlyMembers(wished, ['format', 'verbosity'], 'text')
  const { format } = wished
  return {
    ...copied(wished, ['verbosity']),
    ...(isGiven(format) && { response_format: formatOf(objectAt(format, 'text.format')) }),
  }
}

function formatOf(format: JsonObject): JsonObject {
  const { type, ...schema } = format
  if (type === 'text' || type === 'json_object') return { type }
  if (type !== 'json_schema') return cannotTranslate('text.format.type')
  return { type, json_schema: schema }
}

function reasoningOf(reasoning: Json | undefined): JsonObject {
  if (!isGiven(reasoning)) return {}
  const wished = objectAt(reasoning, 'reasoning')
  onlyMembers(wished, ['effort', 'summary'], 'reasoning')
  return isGiven(wished['effort']) ? { reasoning_effort: wished['effort'] } : {}
}
