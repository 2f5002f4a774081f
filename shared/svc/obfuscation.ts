import { concatBytes, utf8ToBytes } from '../bytes/bytes.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { FormatError } from '../errors.ts'
import { dataOfEvent } from '../sse/data-lines.ts'
import * as svcProblems from '../words/english/formats/svc-problems.ts'

/**
 * What a gateway adds to an event of a stream, so that its length says little: OpenAI's own member, whose value
 * begins with a mark that no upstream's may. FORMAT.md section 4.5.
 */
export const obfuscationStart = ',"obfuscation":"~'
/** A request for an encrypted answer asks for it with this header, `on`; for a chat it is the usual. */
export const obfuscationHeader = 'x-svc-obfuscation'
/** Bytes of the member with nothing but its mark in it. */
export const leastObfuscation = obfuscationStart.length + 1

const start = utf8ToBytes(obfuscationStart)
const BRACE = 0x7d
const QUOTE = 0x22

/**
 * One event as it was before anything was added to it. What is added stands last in the object, so the bytes alone
 * tell: within a string its quotation marks would be escaped, and within another object more than one brace follows.
 */
export function removeObfuscation(event: Uint8Array): Uint8Array {
  const { bytes, toEvent } = dataOfEvent(event)
  const place = findObfuscation(bytes)
  if (place === null) return event
  return concatBytes(event.subarray(0, toEvent(place.from)), event.subarray(toEvent(place.to)))
}

function findObfuscation(data: Uint8Array): { readonly from: number; readonly to: number } | null {
  let to = data.length - 1
  while (isSpace(data[to])) to -= 1
  if (data[to] !== BRACE || data[to - 1] !== QUOTE) return null
  let at = to - 2
  while (isPadding(data[at])) at -= 1
  const from = at - start.length + 1
  return start.every((byte, index) => data[from + index] === byte) ? { from, to } : null
}

function isPadding(byte = 0): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a)
  )
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

/** Whether an event of an upstream has one of its own. @throws {FormatError} for one that looks like a gateway's */
export function hasOwnObfuscation({ obfuscation }: JsonObject): boolean {
  if (typeof obfuscation === 'string' && obfuscation.startsWith('~')) {
    throw new FormatError('COMPLETION_MALFORMED', svcProblems.obfuscation)
  }
  return obfuscation !== undefined
}

/** The data without what a gateway added, which says nothing. */
export function withoutObfuscation(data: JsonObject): JsonObject {
  const { obfuscation, ...others } = data
  return typeof obfuscation === 'string' && obfuscation.startsWith('~') ? others : data
}
