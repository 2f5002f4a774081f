import type { Dialect, FrameEvent, FrameData } from '../dialect.ts'
import { parseJson } from '../page/natives.ts'

/** Open WebUI: events of socket.io that name the message, each with all of its text so far. */
export const openWebuiSocket: Dialect = {
  id: 'open-webui',
  readFrame(frame) {
    if (!frame.startsWith(eventPrefix) || !tellsOfAnswer.test(frame)) return null
    try {
      return readEvent(parseJson(frame.slice(frame.indexOf('['))) as [unknown, unknown])
    } catch {
      return null
    }
  },
  framesOf: (url, body) => (url.includes('/socket.io/') ? body().split(packetEnd) : null),
}

/** A message of engine.io that holds an event of socket.io. */
const eventPrefix = '42'
/** Packets of engine.io stand behind one another in the body of a poll. */
const packetEnd = '\u001e'
const placeLimit = 128

/** What its server says of an answer that was stopped, or that failed. */
const stops: readonly unknown[] = ['chat:tasks:cancel', 'chat:message:error']

const tellsOfAnswer = /"chat:(?:completion|tasks:cancel|message:error)"/

/** `["events",{…"chat:completion"…}]`, under its newer and its older name, and stops. */
function readEvent([name, event]: [unknown, unknown]): FrameEvent | null {
  if (name !== 'events' && name !== 'chat-events') return null
  const { message_id: place, data } = event as { message_id?: unknown; data?: unknown }
  const { type, data: inner } = data as { type?: unknown; data?: unknown }
  if (typeof place !== 'string' || place.length > placeLimit) return null
  if (stops.includes(type)) return { place, data: null }
  if (type !== 'chat:completion') return null
  return isObject(inner) ? { place, data: dataOf(inner) } : null
}

function dataOf(data: Members): FrameData {
  const content = contentOf(data)
  const message = wholeMessage(data)
  const reasoning = reasoningOf(data)
  return {
    ...(content === null ? {} : { content }),
    ...(reasoning === null ? {} : { reasoning }),
    ...(message === null ? {} : { message }),
    ...('svc' in data ? { svc: data['svc'] } : {}),
    ...(data['done'] === true ? { done: true } : {}),
  }
}

/** The first item of `output`, where it is a thought. */
function reasoningOf({ output }: Members): NonNullable<FrameData['reasoning']> | null {
  const first: unknown = Array.isArray(output) ? output[0] : undefined
  if (!isObject(first) || first['type'] !== 'reasoning' || !Array.isArray(first['content'])) {
    return null
  }
  const [part] = first['content'] as readonly unknown[]
  const { type: member } = (first['attributes'] ?? {}) as { type?: unknown }
  const text = isObject(part) ? part['text'] : undefined
  if (typeof text !== 'string') return null
  return { text, member: typeof member === 'string' ? member : null }
}

/** A buffered answer is passed on as it is. */
function wholeMessage({ choices }: Members): Members | null {
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined
  const message = isObject(first) ? first['message'] : undefined
  return isObject(message) ? message : null
}

/** All the text so far: `content`, or the text of `output`, in the form of the Responses API. */
function contentOf({ content, output }: Members): string | null {
  if (typeof content === 'string') return content
  if (!Array.isArray(output)) return null
  return (output as readonly unknown[])
    .flatMap((item) =>
      isObject(item) && item['type'] === 'message' && Array.isArray(item['content'])
        ? (item['content'] as readonly unknown[])
        : [],
    )
    .map((part) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('')
}

type Members = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
