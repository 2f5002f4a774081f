import type { EnclaveEndpoint } from '../aci/endpoints.ts'
import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { isEmpty, memberPath, notContentFree, type ContentFree } from './content-free.ts'
import { withoutTraces } from './request-content.ts'

/**
 * What of a request E2EE v2 leaves in clear and is not known to be free of content: it encrypts the
 * content of messages, and nothing else.
 */
export interface ClearFields {
  /** Tool definitions, calls, their arguments and ids. */
  readonly tools: readonly string[]
  /** Members that would repeat the answer or the prompt in clear: never sent. */
  readonly content: readonly string[]
  /** Every other member that is not on the list below, or not with such a value. */
  readonly telling: readonly string[]
}

const toolMembers = ['tools', 'tool_choice', 'functions', 'function_call']
const messageToolMembers = ['tool_calls', 'function_call', 'tool_call_id']
const contentMembers = [
  'logprobs',
  'top_logprobs',
  'prompt_logprobs',
  'prediction',
  'echo',
  'return_token_ids',
  'return_tokens_as_token_ids',
]

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** @param names parted by spaces */
function named(kind: ContentFree, names: string): Record<string, ContentFree> {
  return Object.fromEntries(names.split(' ').map((name) => [name, kind]))
}

/** What may stand in a request beside what is encrypted. Whatever is not named here tells something. */
const freeMembers: Readonly<Record<string, ContentFree>> = {
  ...named('number', 'temperature top_p top_k top_a min_p typical_p tfs seed n priority'),
  ...named('number', 'max_tokens max_completion_tokens min_tokens thinking_budget'),
  ...named('number', 'frequency_penalty presence_penalty repetition_penalty repeat_penalty'),
  ...named('number', 'length_penalty truncate_prompt_tokens'),
  ...named('switch', 'stream store parallel_tool_calls ignore_eos skip_special_tokens'),
  ...named('switch', 'spaces_between_special_tokens include_reasoning separate_reasoning'),
  ...named('switch', 'enable_thinking add_generation_prompt continue_final_message'),
  model: /^\S{1,256}$/,
  stream_options: { members: named('switch', 'include_usage include_obfuscation') },
  reasoning_effort: efforts,
  verbosity: ['low', 'medium', 'high'],
  service_tier: ['auto', 'default', 'flex', 'priority', 'scale', 'standard', 'standard_only'],
  modalities: { each: ['text'] },
  response_format: { members: { type: ['text', 'json_object', 'json_schema'] } },
  reasoning: {
    members: {
      ...named('switch', 'enabled exclude'),
      effort: efforts,
      max_tokens: 'number',
      summary: ['auto', 'concise', 'detailed'],
    },
  },
  thinking: {
    members: { type: ['enabled', 'disabled', 'adaptive'], budget_tokens: 'number' },
  },
  provider: {
    members: {
      ...named('switch', 'aci_verified allow_fallbacks require_parameters zdr'),
      aci_session_ids: { each: /^[0-9a-f]{64}$/ },
      data_collection: ['allow', 'deny'],
      sort: ['price', 'throughput', 'latency'],
    },
  },
  ...named('empty', 'stop metadata logit_bias audio web_search_options plugins'),
}

/** `content` is encrypted; what earlier answers bring along may stand there with nothing in it. */
const freeInMessages: Readonly<Record<string, ContentFree>> = {
  role: ['system', 'developer', 'user', 'assistant', 'tool', 'function'],
  content: 'sealed',
  prefix: 'switch',
  ...named('empty', 'name refusal annotations audio images'),
}

/** The same of a request for vectors, whose texts are encrypted. */
const freeBesideInput: Readonly<Record<string, ContentFree>> = {
  ...named('number', 'dimensions truncate_prompt_tokens priority'),
  model: freeMembers['model'] ?? 'empty',
  provider: freeMembers['provider'] ?? 'empty',
  encoding_format: ['float', 'base64'],
  input: 'sealed',
}

/** @param request as it was asked, before it is encrypted */
export function clearFields(request: JsonObject, of: EnclaveEndpoint = 'chat'): ClearFields {
  return of === 'chat' ? clearInChat(request) : clearBesideInput(request)
}

/** Tokens are the text in other words, and travel in clear: they are never sent. */
function clearBesideInput(request: JsonObject): ClearFields {
  const { input } = request
  const items: readonly Json[] = Array.isArray(input) ? input : []
  return {
    tools: [],
    content: items.some((item) => typeof item !== 'string') ? ['input'] : [],
    telling: notContentFree(withoutTraces(request), { members: freeBesideInput }),
  }
}

function clearInChat(request: JsonObject): ClearFields {
  const { messages, ...rest } = withoutTraces(request)
  const top = sort(rest, '', freeMembers)
  const inMessages = Array.isArray(messages)
    ? messages.map((message: Json, index) => inMessage(message, `messages[${index}]`))
    : []
  const all = [top, ...inMessages]
  return {
    tools: all.flatMap(({ tools }) => tools),
    content: all.flatMap(({ content }) => content),
    telling: all.flatMap(({ telling }) => telling),
  }
}

function inMessage(message: Json, path: string): ClearFields {
  if (isJsonObject(message)) return sort(message, path, freeInMessages)
  return { tools: [], content: [], telling: [path] }
}

function sort(
  object: JsonObject,
  path: string,
  free: Readonly<Record<string, ContentFree>>,
): ClearFields {
  const isTop = path === ''
  const given = (names: readonly string[]) =>
    names.filter((name) => !isEmpty(object[name])).map((name) => memberPath(path, name))
  const apart = isTop ? [...toolMembers, ...contentMembers] : messageToolMembers
  const others = Object.fromEntries(
    Object.entries(object).filter(([name]) => !apart.includes(name)),
  )
  return {
    tools: given(isTop ? toolMembers : messageToolMembers),
    content: isTop ? given(contentMembers) : [],
    telling: notContentFree(others, { members: free }, path),
  }
}

/** The path of a member without its indices, as in `messages[].name`. */
export function pathWithoutIndices(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '[]')
}

/** Whether a member, by its path without indices, or one that it stands in, was allowed to leave in clear. */
export function isAllowedInClear(path: string, allowed: Iterable<string>): boolean {
  for (const each of allowed) if (path === each || path.startsWith(`${each}.`)) return true
  return false
}

const mostNamed = 20

/** The paths in a sentence, the first of them at least. */
export function nameAll(paths: readonly string[]): string {
  const more = paths.length - mostNamed
  return paths.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
