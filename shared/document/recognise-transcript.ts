import type { Json } from '../canonical-json.ts'
import type { StreamedAnswer, StreamedPart } from '../dialects/api-dialect.ts'
import { dialectOfEvent } from '../dialects/dialect-of-event.ts'
import { dialectOfStream, type StreamedDialect } from '../dialects/dialect-registry.ts'
import { FormatError } from '../errors.ts'
import { isCutOff } from '../dialects/is-cut-off.ts'
import { splitSseEvents } from '../sse/split-sse-events.ts'
import { unsignedMembers } from '../svc/unsigned-members.ts'
import { parseSvc } from '../svc/parse-svc.ts'
import * as documentProblems from '../words/english/formats/document-problems.ts'
import { missingFromSvc, refusalOfGateway } from './recognise-object.ts'
import { recognised, refuse, type FilePart, type Refusal } from './subject.ts'
import { fileWords as words } from '../words/english/verdict/file.ts'

const brokenOff = refuse('incomplete', words.streamError)

export interface TranscriptLimits {
  readonly events: number
  /** How many choices the request asked for, where it is known. */
  readonly choices?: number
}

/**
 * Puts an answer together from its server-sent events.
 * @throws {FormatError} when an event is malformed
 */
export function recogniseTranscript(transcript: Uint8Array, limits: TranscriptLimits): FilePart {
  const { events, rest } = splitSseEvents(transcript)
  if (events.length + Math.sign(rest.length) > limits.events) {
    return refuse('unrecognised', words.tooManyEvents(limits.events))
  }
  const { id: dialect, stream: form } = dialectOf([...events, rest])
  const reader = form.read(limits.choices ?? null)
  const found: Json[] = []
  let end = 'missing' as 'marked' | 'missing'
  let refusal = null as Refusal | null
  const unsigned = new Set<string>()
  let dataCount = 0

  function take(part: StreamedPart | 'cut'): void {
    if (part !== 'cut' && part.kind === 'nothing') return
    dataCount += 1
    if (part === 'cut') {
      if (end === 'marked') throw new FormatError('SSE_MALFORMED', documentProblems.afterEnd)
      return
    }
    if (part.kind === 'done') end = 'marked'
    if (part.kind === 'error') refusal ??= refusalOfGateway(part.data) ?? brokenOff
    if (part.kind !== 'part') return
    if (part.isLast && form.end === 'last-event') end = 'marked'
    if (part.svc !== undefined) found.push(part.svc)
    for (const name of part.unsigned) unsigned.add(name)
  }

  for (const event of events) take(readWhole(reader, event))
  if (rest.length > 0) take(readLast(reader, rest))

  const [svc] = found
  if (refusal) return refusal
  if (dataCount === 0) return refuse('unrecognised', words.noData)
  if (found.length > 1) return refuse('invalid', words.twoSvc)
  if (svc === undefined) {
    return refuse('incomplete', end === 'marked' ? words.streamWithoutSvc : words.streamCut)
  }
  const message = reader.value()
  if (message === null) return refuse('incomplete', words.streamWithoutAnswer)
  return (
    missingFromSvc(svc) ??
    recognised({
      kind: 'transcript',
      dialect,
      svc: parseSvc(svc),
      message,
      form: 'as it came',
      asked: null,
      unsigned: [...unsigned, ...unsignedMembers({ svc })],
      bytes: transcript,
      end,
    })
  )
}

/** As its first event with data says, of which nothing is judged here. */
function dialectOf(events: readonly Uint8Array[]): StreamedDialect {
  for (const event of events) {
    const dialect = dialectOfEvent(event)
    if (dialect !== null) return dialect
  }
  return dialectOfStream({})
}

function readWhole(reader: StreamedAnswer, event: Uint8Array): StreamedPart {
  try {
    return reader.read(event)
  } catch (error) {
    if (!(error instanceof FormatError) || error.code !== 'JSON_MALFORMED') throw error
    throw new FormatError('SSE_MALFORMED', documentProblems.eventNoJson)
  }
}

/** Who copies a stream seldom copies the blank line at its end; one that was cut off ends in half a line. */
function readLast(reader: StreamedAnswer, event: Uint8Array): StreamedPart | 'cut' {
  try {
    return readWhole(reader, event)
  } catch (error) {
    if (!(error instanceof FormatError) || !isCutOff(event)) throw error
    return 'cut'
  }
}
