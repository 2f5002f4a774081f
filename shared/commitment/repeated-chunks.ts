import { utf8ToBytes } from '../bytes/bytes.ts'
import type { Json } from '../canonical-json.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { eventLimitBytes } from '../sse/sse-splitter.ts'
import { optionalTexts } from './assemble-message.ts'

type TextMember = 'content' | (typeof optionalTexts)[number]

/** An event that is one read before, byte for byte, but for the text of one member of its delta. */
interface RepeatedChunk {
  readonly member: TextMember
  readonly text: string
  /** Just behind the event. */
  readonly end: number
}

/** Such events, one after the other. */
interface RepeatedRun extends RepeatedChunk {
  readonly count: number
}

/**
 * A stream is one event over and over, each with another word in it. What was found out about one by the
 * strict reader holds for the next that has the same bytes around that word: it is not parsed again.
 */
export interface RepeatedChunks {
  /** An event that the strict reader took, as `chunk`, and that did not end the first choice. */
  learn(event: Uint8Array, chunk: JsonObject): void
  /** The events from `from` on that are surely such, and the blank lines around them; null where none was learned. */
  run(bytes: Uint8Array, from: number): RepeatedRun | null
}

interface Template {
  readonly member: TextMember
  /** Up to the text, its opening quote included. */
  readonly before: Uint8Array
  /** From its closing quote on, the blank line included. */
  readonly after: Uint8Array
}

/** A stream whose events are never alike is not learned from for ever. */
const mostUseless = 8
/** Events in a row that do not repeat it, after which one is forgotten. */
const mostMisses = 16
/** Longest event that is learned. */
const longestLearned = 4096

/** @param decodeUtf8 throws when the bytes are not UTF-8 */
export function createRepeatedChunks(decodeUtf8: (bytes: Uint8Array) => string): RepeatedChunks {
  let template: Template | null = null
  let unread: { readonly event: Uint8Array; readonly chunk: JsonObject } | null = null
  let useless = 0
  let misses = 0

  function find(known: Template, bytes: Uint8Array, at: number): RepeatedChunk | null {
    const { member, before, after } = known
    if (!standsAt(before, bytes, at)) return null
    const start = at + before.length
    const literal = literalAt(bytes, start)
    if (literal === null || !standsAt(after, bytes, literal.end)) return null
    const end = literal.end + after.length
    if (end - at > eventLimitBytes) return null
    const text = literal.text ?? decodeText(bytes.subarray(start, literal.end), decodeUtf8)
    return text === null ? null : { member, text, end }
  }

  function known(): Template | null {
    if (unread !== null) template = templateOf(unread.event, unread.chunk, decodeUtf8)
    unread = null
    return template
  }

  return {
    learn(event, chunk) {
      if (useless >= mostUseless) return
      useless += 1
      misses = 0
      // Once another event is here: the first word of an answer does not wait for it.
      unread = { event, chunk }
    },
    run(bytes, from) {
      const learned = known()
      if (learned === null) return null
      const { member } = learned
      let count = 0
      let text = ''
      let end = from
      for (;;) {
        while (bytes[end] === LF) end += 1
        const found = end === bytes.length ? null : find(learned, bytes, end)
        if (found === null) break
        count += 1
        text += found.text
        end = found.end
      }
      if (count > 0) useless = 0
      misses = count > 0 ? 0 : misses + 1
      if (misses >= mostMisses) template = null
      return { member, text, end, count }
    },
  }
}

function standsAt(part: Uint8Array, bytes: Uint8Array, at: number): boolean {
  if (bytes.length - at < part.length) return false
  for (let each = 0; each < part.length; each++) {
    if (part[each] !== bytes[at + each]) return false
  }
  return true
}

const LF = 0x0a
const QUOTE = 0x22
const BACKSLASH = 0x5c
const printable = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code))

/** A text that is put together of more characters is kept as its pieces, thirty times as long as itself. */
const shortText = 12

/**
 * The text of a string up to its closing quote; null for text where it is long or has more than printable
 * ASCII in it, and at all where it does not end here or has control characters, which JSON does not allow.
 */
function literalAt(
  bytes: Uint8Array,
  start: number,
): { readonly text: string | null; readonly end: number } | null {
  let isPlain = true
  let end = start
  for (; bytes[end] !== QUOTE; end++) {
    const byte = bytes[end]
    if (byte === undefined || byte < 0x20) return null
    if (byte >= 0x80) isPlain = false
    if (byte === BACKSLASH) {
      isPlain = false
      end += 1
    }
  }
  if (end >= bytes.length) return null
  if (!isPlain || end - start > shortText) return { text: null, end }
  let text = ''
  for (let at = start; at < end; at++) text += printable[bytes[at] ?? 0]
  return { text, end }
}

/** Where some programs end a line that others do not; the strict reader decides about those. */
const otherLineEnds = /[\u0085\u2028\u2029]/

function decodeText(literal: Uint8Array, decodeUtf8: (bytes: Uint8Array) => string): string | null {
  try {
    const written = decodeUtf8(literal)
    return otherLineEnds.test(written) ? null : (JSON.parse(`"${written}"`) as string)
  } catch {
    return null
  }
}

/** Nothing but one line of data and its blank line: no comment, no other field, no byte order mark. */
const oneDataLine = /^data:(?<data>[^\r\n]*)\n\n$/

function templateOf(
  event: Uint8Array,
  chunk: JsonObject,
  decodeUtf8: (bytes: Uint8Array) => string,
): Template | null {
  if (event.length > longestLearned) return null
  const said = onlyText(chunk)
  const data = said && oneDataLine.exec(decodeUtf8(event))?.groups?.['data']
  if (!said || !data) return null
  const { member, text } = said
  const found = textPlaces[member].exec(data)
  if (found === null) return null
  const before = data.slice(0, found.index) + found.groups?.['before']
  const after = data.slice(found.index + found[0].length)
  // Where another text in this place is the text of this member, nothing else depends on what stands here.
  const probe = text === 'a' ? 'b' : 'a'
  const delta = onlyDelta(JSON.parse(before + probe + after) as JsonObject)
  if (delta?.[member] !== probe) return null
  return { member, before: utf8ToBytes(`data:${before}`), after: utf8ToBytes(`${after}\n\n`) }
}

/** The one text of a chunk that has nothing else to say. */
function onlyText(
  chunk: JsonObject,
): { readonly member: TextMember; readonly text: string } | null {
  const delta = onlyDelta(chunk)
  if (delta === null || !isNothing(delta['tool_calls']) || !isNothing(delta['function_call'])) {
    return null
  }
  const said = textMembers.filter((member) => !isNothing(delta[member]))
  const [member] = said
  const text = member === undefined ? null : delta[member]
  return member !== undefined && said.length === 1 && typeof text === 'string'
    ? { member, text }
    : null
}

const textMembers = ['content', ...optionalTexts] as const

/** Where the text of a member stands in an event's data. */
const textPlaces = Object.fromEntries(
  textMembers.map((member) => [
    member,
    new RegExp(`(?<before>"${member}"\\s*:\\s*")(?:[^"\\\\]|\\\\.)*`),
  ]),
) as Readonly<Record<TextMember, RegExp>>

/** The delta of a chunk that was checked, has the first choice alone, and does not end it. */
function onlyDelta({ choices }: JsonObject): JsonObject | null {
  const [choice, ...others] = (choices ?? []) as readonly JsonObject[]
  if (choice === undefined || others.length > 0) return null
  const { index, delta, text, finish_reason: reason } = choice
  const isFirst = (index ?? 0) === 0
  return isFirst && isNothing(text) && isNothing(reason)
    ? ((delta ?? null) as JsonObject | null)
    : null
}

function isNothing(value: Json | undefined): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  )
}
