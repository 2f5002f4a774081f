import { parseUtf8, utf8ToBytes } from '../bytes.ts'
import type { Json } from '../canonical-json.ts'
import { createMessageAssembler } from '../commitment/assemble-message.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import { eventData } from '../sse/event-data.ts'
import { splitSseEvents } from '../sse/split-sse-events.ts'
import { unsignedMembers } from '../state/unsigned-members.ts'
import { parseSvc } from '../svc/parse-svc.ts'
import { missingFromSvc, refusalOfGateway } from './recognise-object.ts'
import { recognised, refuse, type Recognition } from './subject.ts'

const noBytes = new Uint8Array(0)

/**
 * Puts an answer together from its server-sent events.
 * @throws {FormatError} when an event is malformed
 */
export function recogniseTranscript(transcript: Uint8Array, eventLimit: number): Recognition {
  const { events, rest } = splitSseEvents(noBytes, transcript)
  const all = rest.length > 0 ? [...events, rest] : events
  if (all.length > eventLimit) {
    return refuse(
      'unrecognised',
      `This stream has more than ${eventLimit} events. It was not read.`,
    )
  }
  const assembler = createMessageAssembler()
  const found: Json[] = []
  const unsigned = new Set<string>()
  let end: 'marked' | 'missing' = 'missing'
  let refusal: Recognition | null = null
  let dataCount = 0

  for (const event of all) {
    const data = eventData(event)
    if (data === null || data.trim() === '') continue
    dataCount += 1
    if (data.trim() === '[DONE]') {
      end = 'marked'
      continue
    }
    const chunk = parseChunk(data, event === rest)
    if (chunk === null) break
    refusal ??= refusalOfGateway(chunk)
    if (chunk['svc'] !== undefined) found.push(chunk['svc'])
    for (const name of unsignedMembers(chunk)) unsigned.add(name)
    assembler.push(chunk)
  }

  const [svc] = found
  if (refusal) return refusal
  if (dataCount === 0) return refuse('unrecognised', 'There is no data in this stream.')
  if (found.length > 1) return refuse('invalid', 'More than one event of the stream carries "svc".')
  if (svc === undefined) {
    return refuse(
      'incomplete',
      end === 'marked'
        ? 'The stream is whole and carries no "svc": no receipt came with it.'
        : 'The stream ends before its receipt: it was cut off, so nothing of it is proven.',
    )
  }
  const message = assembler.message()
  if (message === null) return refuse('incomplete', 'The stream carries a receipt and no answer.')
  return (
    missingFromSvc(svc) ??
    recognised({
      kind: 'transcript',
      svc: parseSvc(svc),
      message,
      unsigned: [...unsigned],
      bytes: transcript,
      end,
    })
  )
}

/** Null for a last event that was cut in the middle. */
function parseChunk(data: string, isUnended: boolean) {
  try {
    return parseJsonObject(utf8ToBytes(data), parseUtf8, 'may-be-split').value
  } catch (error) {
    if (!(error instanceof FormatError) || error.code !== 'JSON_MALFORMED') throw error
    if (isUnended) return null
    throw new FormatError('SSE_MALFORMED', 'the data of an event is not JSON')
  }
}
