import { addressOf } from './address-of.ts'
import type { HookChannel } from './hook-channel.ts'
import type { Wrapped } from './wrapped.ts'
import { partLimit, requestLimit, urlLimit } from './limits.ts'
import { mayCarryWords } from './may-carry-words.ts'
import { listenTo, NativeWeakMap, reflectApply, writeJson } from './natives.ts'
import type { SocketAnswers } from './socket-answers.ts'

/** Of a scheme that no request is made to: a browser fails it without asking anybody. */
const nowhere = 'about:invalid'

interface Asked {
  readonly method: string
  readonly href: string
  /** Whether the page goes on while it is asked. */
  readonly isAsync: boolean
  request: string | null
}

/**
 * Listens to what posted requests of `XMLHttpRequest` receive, and to sockets that fall back to polling. What
 * could carry a prompt to a gateway that nothing may reach in clear fails as if it were not there.
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
    reflectApply(open, this, all)
    // Before any listener of the page that was added by now: one may open it again.
    if (!asked.has(this)) listenTo(this, 'readystatechange', () => hear(this))
    asked.set(this, {
      method: String(all[0]).toUpperCase(),
      href: addressOf(String(all[1]), scope)?.href ?? '',
      isAsync: all.length < 3 || Boolean(all[2]),
      request: null,
    })
  }

  function wrappedSend(this: XMLHttpRequest, ...all: unknown[]): void {
    const [body] = all
    const now = asked.get(this)
    if (now) {
      const { method, href, isAsync } = now
      if (typeof body === 'string' && body.length <= requestLimit) now.request = body
      if (channel.takeoverOf(href) === 'always' && mayCarryWords(method, href)) {
        reflectApply(open, this, [method, nowhere, isAsync])
        return reflectApply(send, this, [])
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
