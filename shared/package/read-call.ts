import { parseUtf8 } from '../bytes/bytes.ts'
import type { DialectId } from '../dialects/api-dialect.ts'
import { limitJson } from '../json/limit-json.ts'
import { parseJsonObject, type JsonObject } from '../json/parse-json-object.ts'
import { CountersignError, reading } from './countersign-error.ts'

/** What an SDK asked of `fetch`. Its host and its credential do not count: the options name both. */
export type Call =
  | { readonly kind: 'list'; readonly path: string; readonly signal: AbortSignal }
  | {
      readonly kind: 'answer'
      readonly dialect: Exclude<DialectId, 'embeddings'>
      readonly body: JsonObject
      readonly delivery: 'buffered' | 'streamed'
      readonly signal: AbortSignal
    }

const dialectByPath = {
  '/chat/completions': 'chat',
  '/responses': 'responses',
  '/messages': 'messages',
} as const

/** As gateways have them, if their operators left them as they were. */
const bodyLimits = { values: 100_000, depth: 128 }

/** @throws {CountersignError} unsupported_path, or what is wrong with the body */
export async function readCall(input: RequestInfo | URL, init?: RequestInit): Promise<Call> {
  const request = new Request(input, init)
  const { signal, method } = request
  const { pathname, search } = new URL(request.url)
  const [, list] = /(\/models(?:\/[\w.:/-]+)?)\/?$/.exec(pathname) ?? []
  if (method === 'GET' && list !== undefined) {
    return { kind: 'list', path: `/v1${list}${search}`, signal }
  }
  const [, path = ''] = /(\/chat\/completions|\/responses|\/messages)\/?$/.exec(pathname) ?? []
  if (method !== 'POST' || !isServed(path)) {
    const message = `${method} ${pathname} cannot be verified, so it is not sent: this fetch serves POST …/chat/completions, …/responses and …/messages.`
    throw new CountersignError('unsupported_path', message)
  }
  const bytes = new Uint8Array(await request.arrayBuffer())
  const body = reading(() => {
    limitJson(bytes, bodyLimits)
    return parseJsonObject(bytes, parseUtf8).value
  })
  const delivery = body['stream'] === true ? 'streamed' : 'buffered'
  return { kind: 'answer', dialect: dialectByPath[path], body, delivery, signal }
}

function isServed(path: string): path is keyof typeof dialectByPath {
  return Object.hasOwn(dialectByPath, path)
}
