import { refusedWords } from '#shared/words/english/extension/refused-request.ts'
import type { Wrapped } from './wrapped.ts'
import { addressOf } from '../address-of.ts'
import { bodyText } from '../body-text.ts'
import type { HookChannel } from '../hook-channel.ts'
import { mayCarryWords } from '../may-carry-words.ts'
import {
  defineProperty,
  NativeHeaders,
  NativePromise,
  NativeRequest,
  reflectApply,
} from '../natives.ts'
import { mayCarryAnswer, observeResponse } from '../observe-response.ts'
import { refusedResponse } from '../refused-response.ts'
import { encryptRequest } from '../encrypt-request.ts'

type Arguments = [input: RequestInfo | URL, init?: RequestInit]

/**
 * Wraps `fetch`: a request to a gateway that the user set up for this site is taken over, and the answers
 * to other posted requests are observed. Everything else is the native call, untouched, unless it could
 * carry a prompt to a gateway in clear where the user does not want that.
 */
export function wrapFetch(scope: typeof globalThis, channel: HookChannel): Wrapped {
  const native = scope.fetch

  function fetch(this: unknown, ...all: Arguments): Promise<Response> {
    const [input, init] = all
    const method = methodOf(input, init)
    if (method === 'POST') return post(this, all)
    const href = addressOf(input, scope)?.href ?? ''
    if (channel.takeoverOf(href) === 'always' && mayCarryWords(method, href)) {
      return NativePromise.resolve(
        refusedResponse(href, {
          code: 'e2ee_unsupported_endpoint',
          message: refusedWords.onlyPosts,
        }),
      )
    }
    return reflectApply(native, this, all) as Promise<Response>
  }

  async function post(self: unknown, all: Arguments): Promise<Response> {
    const [input, init] = all
    const url = addressOf(input, scope)
    const body = bodyText(input, init)
    let passed: number | null = null
    if (url !== null && (await isToEncrypt(url))) {
      const { text, tooLong } = await body
      const answer = await encryptRequest(channel, {
        url: url.href,
        authorization: headersOf(input, init).get('authorization'),
        request: text,
        tooLong,
        signal: init?.signal ?? (input instanceof NativeRequest ? input.signal : null),
      })
      if (!('passed' in answer)) return answer
      passed = answer.passed
    }
    const response = (await reflectApply(native, self, all)) as Response
    if (!mayCarryAnswer(response)) return response
    return observeResponse(response, {
      id: passed ?? channel.nextId(),
      request: body.then(({ text }) => text),
      send: channel.observe,
    })
  }

  /** A page's own origin is never taken over, so that its requests need not wait for the rules. */
  async function isToEncrypt({ origin, href }: URL): Promise<boolean> {
    if (origin === scope.location.origin) return false
    await channel.ruled()
    return channel.takeoverOf(href) !== null
  }

  for (const name of ['name', 'length'] as const) {
    defineProperty(fetch, name, { value: native[name] })
  }
  scope.fetch = fetch
  return {
    restore() {
      if (scope.fetch === fetch) scope.fetch = native
    },
  }
}

function methodOf(input: RequestInfo | URL, init: RequestInit | undefined): string {
  return (init?.method ?? (input instanceof NativeRequest ? input.method : 'GET')).toUpperCase()
}

function headersOf(input: RequestInfo | URL, init: RequestInit | undefined): Headers {
  return new NativeHeaders(
    init?.headers ?? (input instanceof NativeRequest ? input.headers : undefined),
  )
}
