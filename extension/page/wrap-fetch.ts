import type { TakeoverRule } from '../messages/hook-messages.ts'
import type { Wrapped } from './wrapped.ts'
import { bodyText } from './body-text.ts'
import type { HookChannel } from './hook-channel.ts'
import { defineProperty, NativeHeaders, NativeRequest, NativeURL, reflectApply } from './natives.ts'
import { mayCarryAnswer, observeResponse } from './observe-response.ts'
import { takeRequest } from './take-request.ts'

type Arguments = [input: RequestInfo | URL, init?: RequestInit]

/**
 * Wraps `fetch`: a request to a gateway that the user set up for this site is taken over, and the answers
 * to other posted requests are observed. Everything else is the native call, untouched.
 */
export function wrapFetch(scope: typeof globalThis, channel: HookChannel): Wrapped {
  const native = scope.fetch

  function fetch(this: unknown, ...all: Arguments): Promise<Response> {
    const [input, init] = all
    return methodOf(input, init) === 'POST'
      ? post(this, all)
      : (reflectApply(native, this, all) as Promise<Response>)
  }

  async function post(self: unknown, all: Arguments): Promise<Response> {
    const [input, init] = all
    const url = urlOf(input, scope)
    const text = bodyText(input, init)
    if (url !== null && (await isTaken(url.origin))) {
      const answer = await takeRequest(channel, {
        url: url.href,
        authorization: headersOf(input, init).get('authorization'),
        request: await text,
        signal: init?.signal ?? (input instanceof NativeRequest ? input.signal : null),
      })
      if (answer !== 'pass') return answer
    }
    const response = (await reflectApply(native, self, all)) as Response
    if (!mayCarryAnswer(response)) return response
    const id = channel.nextId()
    channel.observe({ kind: 'open', id, url: response.url, request: await text, place: null })
    return observeResponse(response, id, channel.observe)
  }

  /** A page's own origin is never taken over, so that its requests need not wait for the rules. */
  async function isTaken(origin: string): Promise<boolean> {
    if (origin === scope.location.origin) return false
    const rules: readonly TakeoverRule[] = channel.rules() ?? (await channel.whenRules())
    return rules.some(({ gateway }) => gateway === origin)
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

function urlOf(input: RequestInfo | URL, scope: typeof globalThis): URL | null {
  try {
    const text = input instanceof NativeRequest ? input.url : String(input)
    return new NativeURL(text, scope.document.baseURI)
  } catch {
    return null
  }
}
