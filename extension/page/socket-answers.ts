import type { FromHook } from '../messages/hook-messages.ts'
import { dropOldest } from './drop-oldest.ts'
import { partLimit, urlLimit } from './limits.ts'
import { NativeMap, parseJson, writeJson } from './natives.ts'

/** Answers that one page may have on their way over sockets. */
const openLimit = 32
const placeLimit = 128

interface Writing {
  readonly id: number
  /** The newest frame with text in it that was not told yet. */
  held: string | null
  /** Length of the last one that was told: each holds all the text so far. */
  toldLength: number
}

/** Puts the frames of one Open WebUI message together into one answer. */
export interface SocketAnswers {
  frame(url: string, frame: string): void
}

interface SocketDeps {
  readonly nextId: () => number
  readonly send: (message: FromHook) => void
}

export function createSocketAnswers({ nextId, send }: SocketDeps): SocketAnswers {
  const open = new NativeMap<string, Writing>()

  function begin(url: string, place: string): Writing {
    // Of one that was stopped no last frame comes.
    const stopped = dropOldest(open, openLimit)
    if (stopped !== null) send({ kind: 'close', id: stopped.id })
    const writing: Writing = { id: nextId(), held: null, toldLength: 0 }
    open.set(place, writing)
    send({ kind: 'open', id: writing.id, url: url.slice(0, urlLimit), request: null, place })
    return writing
  }

  function stop(place: string): void {
    const writing = open.get(place)
    if (writing === undefined) return
    open.delete(place)
    if (writing.held !== null) sendParts(writing.id, writing.held)
    send({ kind: 'close', id: writing.id })
  }

  /** All of the text is in each frame, and a message that is too long is not listened to. */
  function sendParts(id: number, text: string): void {
    for (let at = 0; at < text.length; at += partLimit) {
      send({ kind: 'part', id, text: text.slice(at, at + partLimit) })
    }
  }

  return {
    frame(url, frame) {
      const event = readFrame(frame)
      if (event === null) return
      const { place, data } = event
      if (data === null) return stop(place)
      const writing = open.get(place) ?? begin(url, place)
      const { id } = writing
      const part = `${writeJson(data)}\n`
      const isLast = data['done'] === true
      if ('svc' in data) sendParts(id, part)
      else if (isLast || part.length >= 2 * writing.toldLength) {
        if (isLast && writing.held !== null) sendParts(id, writing.held)
        sendParts(id, part)
        writing.held = null
        writing.toldLength = part.length
      } else writing.held = part
      if (!isLast) return
      open.delete(place)
      send({ kind: 'close', id })
    },
  }
}

interface CompletionEvent {
  /** Id of the message in the page. */
  readonly place: string
  /** Null where it is over without a last word. */
  readonly data: Readonly<Record<string, unknown>> | null
}

/** What Open WebUI's server says of an answer that was stopped, or that failed. */
const stops: readonly unknown[] = ['chat:tasks:cancel', 'chat:message:error']

const tellsOfAnswer = /"chat:(?:completion|tasks:cancel|message:error)"/

/** Null for every frame but `42["events",{…"chat:completion"…}]`, under its newer and its older name, and stops. */
function readFrame(frame: string): CompletionEvent | null {
  if (!frame.startsWith('42') || !tellsOfAnswer.test(frame)) return null
  try {
    const [name, event] = parseJson(frame.slice(frame.indexOf('['))) as [unknown, unknown]
    if (name !== 'events' && name !== 'chat-events') return null
    const { message_id: place, data } = event as { message_id?: unknown; data?: unknown }
    const { type, data: inner } = data as { type?: unknown; data?: unknown }
    if (typeof place !== 'string' || place.length > placeLimit) return null
    if (stops.includes(type)) return { place, data: null }
    if (type !== 'chat:completion') return null
    return typeof inner === 'object' && inner !== null
      ? { place, data: inner as Readonly<Record<string, unknown>> }
      : null
  } catch {
    return null
  }
}
