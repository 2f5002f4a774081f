import { refusedWords } from '#shared/words/english/extension/refused-request.ts'
import { addressOf } from '../address-of.ts'
import type { HookChannel } from '../hook-channel.ts'
import type { Wrapped } from './wrapped.ts'
import { partLimit, requestLimit, urlLimit } from '../limits.ts'
import { mayCarryWords } from '../may-carry-words.ts'
import { listenTo, NativeWeakMap, reflectApply, writeJson } from '../natives.ts'
import { refuseXhr, unrefuseXhr } from './refuse-xhr.ts'
import type { SocketAnswers } from '../socket-answers.ts'

const refusal = {
  code: 'e2ee_unsupported_endpoint',
  message: refusedWords.xhr,
} as const

interface Asked {
  readonly method: string
  readonly href: string
  /** Whether the page goes on while it is asked. */
  readonly isAsync: boolean
  request: string | null
  isRefused: boolean
}

/**
 * Listens to what posted requests of `XMLHttpRequest` receive, and to sockets that fall back to polling. What
 * could carry a prompt to a gateway that nothing may reach in clear is never sent, and answered with an error.
 */
export function wrapXhr(
  scope: typeof globalThis,
  channel: HookChannel,
  answers: SocketAnswers,
): Wrapped {
  const { prototype } = scope.XMLHttpRequest
  const { open, send } = prototype
  // What each asks now: pages use one again for the next request.
  const asked = new NativeWeakMap<XMLHttpRequest, Asked>()

  function wrappedOpen(this: XMLHttpRequest, ...all: unknown[]): void {
    if (asked.get(this)?.isRefused) unrefuseXhr(this)
    reflectApply(open, this, all)
    // This listener comes before those of the page: a listener of the page may open the request again.
    if (!asked.has(this)) listenTo(this, 'readystatechange', () => hear(this))
    asked.set(this, {
      method: String(all[0]).toUpperCase(),
      href: addressOf(String(all[1]), scope)?.href ?? '',
      isAsync: all.length < 3 || Boolean(all[2]),
      request: null,
      isRefused: false,
    })
  }

  function wrappedSend(this: XMLHttpRequest, ...all: unknown[]): void {
    const [body] = all
    const now = asked.get(this)
    if (now) {
      const { method, href, isAsync } = now
      if (typeof body === 'string' && body.length <= requestLimit) now.request = body
      if (channel.takeoverOf(href) === 'always' && mayCarryWords(method, href)) {
        now.isRefused = true
        const isStill = () => asked.get(this) === now
        return refuseXhr(this, refusal, { href, isAsync, isStill })
      }
    }
    reflectApply(send, this, all)
  }

  function hear(xhr: XMLHttpRequest): void {
    const now = asked.get(xhr)
    if (xhr.readyState !== 4 || !now) return
    if (now.method === 'POST') tell(xhr, now.request)
    else answers.poll(xhr.responseURL, () => textOf(xhr) ?? '')
  }

  function tell(xhr: XMLHttpRequest, request: string | null): void {
    const text = textOf(xhr)
    if (text === null || text === '') return
    const id = channel.nextId()
    const url = xhr.responseURL.slice(0, urlLimit)
    channel.observe({ kind: 'open', id, url, request, place: null })
    for (let at = 0; at < text.length; at += partLimit) {
      channel.observe({ kind: 'part', id, text: text.slice(at, at + partLimit) })
    }
    channel.observe({ kind: 'close', id })
  }

  prototype.open = wrappedOpen as typeof open
  prototype.send = wrappedSend
  return {
    restore() {
      if (prototype.open === wrappedOpen) prototype.open = open
      if (prototype.send === wrappedSend) prototype.send = send
    },
  }
}

function textOf(xhr: XMLHttpRequest): string | null {
  switch (xhr.responseType) {
    case '':
    case 'text':
      return xhr.responseText
    case 'json':
      return writeJson(xhr.response)
    case 'arraybuffer':
    case 'blob':
    case 'document':
      return null
  }
}
