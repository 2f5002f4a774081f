import type { ApiDialect } from '../dialects/api-dialect.ts'
import { chatDialect } from '../dialects/chat.ts'
import { embeddingsDialect } from '../dialects/embeddings.ts'
import { messagesDialect } from '../dialects/messages.ts'
import { responsesDialect } from '../dialects/responses.ts'
import { scanJson } from '../json/scan-json.ts'
import { parseJsonObject, type JsonObject } from '../json/parse-json-object.ts'
import { FormatError } from '../errors.ts'
import { ExchangeRefused } from '../exchange/exchange-refused.ts'
import * as packageErrors from '../words/english/errors/package-errors.ts'
import type { ShownMode } from './shown-mode.ts'

/** What an SDK asked of `fetch`. Its host and its credential do not count: the options name both. */
export type Call =
  | { readonly kind: 'list'; readonly path: string; readonly signal: AbortSignal }
  | {
      readonly kind: 'answer'
      readonly dialect: ApiDialect
      /** The request, in its own dialect. */
      readonly request: JsonObject
      readonly delivery: 'buffered' | 'streamed'
      readonly shownMode: ShownMode
      readonly signal: AbortSignal
    }

const dialectByPath: Readonly<Record<string, ApiDialect>> = {
  '/chat/completions': chatDialect,
  '/responses': responsesDialect,
  '/messages': messagesDialect,
  '/embeddings': embeddingsDialect,
}

/** As gateways have them, if their operators left them as they were. */
const bodyLimits = { values: 100_000, depth: 128 }

const notAgain = { 'x-should-retry': 'false' }

/** @throws {ExchangeRefused} unsupported_path, or what is wrong with the body */
export async function readCall(input: RequestInfo | URL, init?: RequestInit): Promise<Call> {
  const request = new Request(input, init)
  const { signal, method } = request
  const { pathname, search } = new URL(request.url)
  const [, list] = /(\/models(?:\/[\w.:/-]+)?)\/?$/.exec(pathname) ?? []
  if (method === 'GET' && list !== undefined) {
    return { kind: 'list', path: `/v1${list}${search}`, signal }
  }
  const [, path = ''] = /(\/chat\/completions|\/[a-z]+)\/?$/.exec(pathname) ?? []
  const dialect = Object.hasOwn(dialectByPath, path) ? dialectByPath[path] : undefined
  if (method !== 'POST' || dialect === undefined) {
    const paths = Object.keys(dialectByPath).map((each) => `…${each}`)
    const message = packageErrors.notServed(method, pathname, paths.join(', '))
    throw new ExchangeRefused(
      { code: 'invalid_request_error', message },
      { passedOn: { status: 400, code: 'unsupported_path' }, headers: notAgain },
    )
  }
  const bytes = new Uint8Array(await request.arrayBuffer())
  const value = readBody(bytes)
  const isStreamed = dialect.stream !== null && value['stream'] === true
  const delivery = isStreamed ? 'streamed' : 'buffered'
  const shownMode = { body: value['shown_mode'], header: request.headers.get('x-svc-shown-mode') }
  return { kind: 'answer', dialect, request: value, delivery, shownMode, signal }
}

function readBody(bytes: Uint8Array): JsonObject {
  try {
    scanJson(bytes, bodyLimits)
    return parseJsonObject(bytes).value
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const message = packageErrors.body(error.message)
    throw new ExchangeRefused({ code: 'invalid_request_error', message }, { headers: notAgain })
  }
}
