import type { EnclaveEndpoint } from '../../aci/endpoints.ts'
import type { Json } from '../../canonical-json.ts'
import { isJsonObject } from '../../json/is-json-object.ts'
import type { JsonObject } from '../../json/parse-json-object.ts'
import { isEmpty, memberPath, notContentFree, type ContentFree } from './content-free.ts'
import { named } from './named.ts'
import { withoutTraces } from '../request-content.ts'
import * as encryptionProblems from '../../words/english/formats/encryption-problems.ts'
import { sealableMembers } from './sealable-members.ts'

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
const { free, repeating } = sealableMembers

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
  model: free['model'] ?? 'empty',
  provider: free['provider'] ?? 'empty',
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
  const top = sort(rest, '', free)
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
  const apart = isTop ? [...toolMembers, ...repeating] : messageToolMembers
  const others = Object.fromEntries(
    Object.entries(object).filter(([name]) => !apart.includes(name)),
  )
  return {
    tools: given(isTop ? toolMembers : messageToolMembers),
    content: isTop ? given(repeating) : [],
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
  const names = paths.slice(0, mostNamed).join(', ')
  const more = paths.length - mostNamed
  return more > 0 ? encryptionProblems.andMore(names, more) : names
}
