import { concatBytes, joinBytes, parseUtf8 } from '../bytes/bytes.ts'
import { FormatError } from '../errors.ts'
import { scanJson } from '../json/scan-json.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import { dataOfEvent } from '../sse/data-lines.ts'
import { removeObfuscation } from './obfuscation.ts'
import { splitSseEvents } from '../sse/split-sse-events.ts'
import * as svcProblems from '../words/english/formats/svc-problems.ts'

export interface SvcRemoved {
  /** The text without `svc`: what the upstream sent. */
  readonly bytes: Uint8Array
  /** The text of the `svc` value, or null when there was none. */
  readonly svcText: string | null
}

const COMMA = 0x2c

/**
 * The inverse of `spliceSvcIntoJson`. `svc` counts as ours only as the last member of the outermost
 * object; nested members of that name are the upstream's business.
 * @throws {FormatError} JSON_MALFORMED; SVC_MALFORMED when an outermost `svc` stands elsewhere or twice
 */
export function removeSvcFromJson(body: Uint8Array): SvcRemoved {
  const place = findSvc(body)
  if (place === null) return { bytes: body, svcText: null }
  return { bytes: cut(body, place.start, place.end), svcText: place.text }
}

/**
 * What an upstream sent as one event, of which a gateway made another: without `svc` (in `response`, for the event that
 * ends one), and without what hides its length (obfuscation.ts). An event whose data is not a JSON object has no `svc`.
 */
export function removeSvcFromEvent(event: Uint8Array): SvcRemoved {
  const data = dataOfEvent(event)
  const place = findSvcInData(data.bytes) ?? findSvcInResponse(data.bytes)
  if (place === null) return { bytes: removeObfuscation(event), svcText: null }
  const without = cut(event, data.toEvent(place.start), data.toEvent(place.end))
  return { bytes: removeObfuscation(without), svcText: place.text }
}

/**
 * A whole stream without its `svc`, and without what hides the lengths of its events.
 * @throws {FormatError} SVC_MALFORMED when more than one event carries one
 */
export function removeSvcFromTranscript(bytes: Uint8Array): SvcRemoved {
  const { events, rest } = splitSseEvents(bytes)
  const parts = (rest.length > 0 ? [...events, rest] : events).map(removeSvcFromEvent)
  const found = parts.flatMap(({ svcText }) => (svcText === null ? [] : [svcText]))
  if (found.length > 1) {
    throw new FormatError('SVC_MALFORMED', svcProblems.twoEvents)
  }
  return { bytes: joinBytes(parts.map((part) => part.bytes)), svcText: found[0] ?? null }
}

interface SvcPlace {
  /** The place of `svc`: from the comma before the key, or from the key if `svc` is the only member. */
  readonly start: number
  readonly end: number
  readonly text: string
}

function findSvc(bytes: Uint8Array): SvcPlace | null {
  checkJson(bytes)
  const { members } = scanJson(bytes)
  const found = members.filter(({ key }) => key === 'svc')
  const last = members.at(-1)
  if (found.length === 0 || !last) return null
  if (found.length > 1 || last.key !== 'svc') {
    throw new FormatError('SVC_MALFORMED', svcProblems.notLast)
  }
  return {
    start: members.length > 1 ? commaBefore(bytes, last.keyStart) : last.keyStart,
    end: last.valueEnd,
    text: parseUtf8(bytes.subarray(last.valueStart, last.valueEnd)),
  }
}

function findSvcInData(data: Uint8Array): SvcPlace | null {
  try {
    return findSvc(data)
  } catch (error) {
    if (error instanceof FormatError && error.code !== 'SVC_MALFORMED') return null
    throw error
  }
}

/** Finds `svc` in a stream of responses: in the `response` of the last event, the only place where it counts as the gateway's. */
function findSvcInResponse(data: Uint8Array): SvcPlace | null {
  try {
    const { value, members } = parseJsonObject(data, parseUtf8, 'may-be-split')
    const { type } = value
    const found = members.find(({ key }) => key === 'response')
    if (!found || (type !== 'response.completed' && type !== 'response.incomplete')) return null
    const place = findSvc(data.subarray(found.valueStart, found.valueEnd))
    if (place === null) return null
    const { valueStart: offset } = found
    return { text: place.text, start: offset + place.start, end: offset + place.end }
  } catch (error) {
    if (error instanceof FormatError && error.code !== 'SVC_MALFORMED') return null
    throw error
  }
}

/** A member that stands twice is judged here; everything else is no JSON to work on. */
function checkJson(bytes: Uint8Array): void {
  try {
    parseJsonObject(bytes)
  } catch (error) {
    if (error instanceof FormatError && error.code === 'JSON_DUPLICATE_KEY') return
    throw error
  }
}

function cut(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return concatBytes(bytes.subarray(0, start), bytes.subarray(end))
}

function commaBefore(bytes: Uint8Array, keyStart: number): number {
  let at = keyStart - 1
  while (bytes[at] !== COMMA) at -= 1
  return at
}
