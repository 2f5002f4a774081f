import type { FrameEvent } from '../dialect.ts'
import { dialects } from '../dialect-registry.ts'
import type { FromHook } from '../messages/hook-messages.ts'
import { dropOldest } from './drop-oldest.ts'
import { partLimit, urlLimit } from './limits.ts'
import { NativeMap, writeJson } from './natives.ts'

/** Answers that one page may have on their way over sockets. */
const openLimit = 32

/** A frame of which nothing is passed on. */
const emptyPart = '{}\n'

interface Writing {
  readonly id: number
  /** The newest frame with text in it that was not told yet. */
  held: string | null
  /** Length of the last one that was told: each holds all the text so far. */
  sentLength: number
}

/** Puts the frames of one message together into one answer, in whichever dialect they are. */
export interface SocketAnswers {
  frame(url: string, frame: string): void
  /** What a request received, where a socket falls back to requests. */
  poll(url: string, body: () => string): void
}

interface SocketDeps {
  readonly nextId: () => number
  readonly send: (message: FromHook) => void
}

export function createSocketAnswers({ nextId, send }: SocketDeps): SocketAnswers {
  const open = new NativeMap<string, Writing>()

  function begin(url: string, place: string): Writing {
    // A stopped answer has no last frame.
    const stopped = dropOldest(open, openLimit)
    if (stopped !== null) send({ kind: 'close', id: stopped.id })
    const writing: Writing = { id: nextId(), held: null, sentLength: 0 }
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

  function frame(url: string, text: string): void {
    const event = readFrame(text)
    if (event === null) return
    const { place, data } = event
    if (data === null) return stop(place)
    const writing = open.get(place) ?? begin(url, place)
    const { id } = writing
    const part = `${writeJson(data)}\n`
    if (part === emptyPart) return
    const isLast = data.done === true
    if ('svc' in data) sendParts(id, part)
    else if (isLast || part.length >= 2 * writing.sentLength) {
      if (isLast && writing.held !== null) sendParts(id, writing.held)
      sendParts(id, part)
      writing.held = null
      writing.sentLength = part.length
    } else writing.held = part
    if (!isLast) return
    open.delete(place)
    send({ kind: 'close', id })
  }

  return {
    frame,
    poll(url, body) {
      for (const each of framesOf(url, body)) frame(url, each)
    },
  }
}

function readFrame(frame: string): FrameEvent | null {
  for (const dialect of dialects) {
    const event = dialect.readFrame(frame)
    if (event !== null) return event
  }
  return null
}

function framesOf(url: string, body: () => string): readonly string[] {
  for (const dialect of dialects) {
    const frames = dialect.framesOf(url, body)
    if (frames !== null) return frames
  }
  return []
}
