import type { HookChannel } from './hook-channel.ts'
import type { Wrapped } from './wrapped.ts'
import { listenTo, reflectApply, writeJson } from './natives.ts'
import { partLimit } from './part-limit.ts'
import type { SocketAnswers } from './socket-answers.ts'

/** Packets of engine.io stand behind one another in the body of a poll. */
const packetEnd = '\u001e'

/** Listens to what posted requests of `XMLHttpRequest` receive, and to sockets that fall back to polling. */
export function wrapXhr(
  scope: typeof globalThis,
  channel: HookChannel,
  answers: SocketAnswers,
): Wrapped {
  const { prototype } = scope.XMLHttpRequest
  const { open, send } = prototype
  const methods = new WeakMap<XMLHttpRequest, string>()

  function wrappedOpen(this: XMLHttpRequest, ...all: unknown[]): void {
    methods.set(this, String(all[0]).toUpperCase())
    reflectApply(open, this, all)
  }

  function wrappedSend(this: XMLHttpRequest, ...all: unknown[]): void {
    const [body] = all
    const request = typeof body === 'string' ? body : null
    if (methods.get(this) === 'POST') listenTo(this, 'loadend', () => tell(this, request))
    else listenTo(this, 'loadend', () => tellPoll(this))
    reflectApply(send, this, all)
  }

  function tell(xhr: XMLHttpRequest, request: string | null): void {
    const text = textOf(xhr)
    if (text === null || text === '') return
    const id = channel.nextId()
    channel.observe({ kind: 'open', id, url: xhr.responseURL, request, place: null })
    for (let at = 0; at < text.length; at += partLimit) {
      channel.observe({ kind: 'part', id, text: text.slice(at, at + partLimit) })
    }
    channel.observe({ kind: 'close', id })
  }

  function tellPoll(xhr: XMLHttpRequest): void {
    if (!xhr.responseURL.includes('/socket.io/')) return
    for (const packet of textOf(xhr)?.split(packetEnd) ?? []) answers.frame(xhr.responseURL, packet)
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
