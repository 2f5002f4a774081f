import { enclaveErrors, enclaveReasons } from '#shared/words/english/errors/enclave-errors.ts'
import type { BodyScheme } from '#shared/body-relay/body-scheme.ts'
import { clearInEvent } from '#shared/chutes/clear-in-event.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { clearTextOfAnswer } from '#shared/near/clear-text.ts'
import { fieldSchemes } from '#shared/near/field-scheme.ts'
import { eventData } from '#shared/sse/read-event.ts'
import { SseSplitter } from '#shared/sse/sse-splitter.ts'
import { decodeUtf8 } from '../common/decode-utf8.ts'
import { GatewayError } from '../common/errors.ts'

/** Longest single event: ciphertext is longer than text. */
const eventBytes = 4 * 1024 * 1024

type Bytes = AsyncIterable<Uint8Array>
type SealedBytes = AsyncGenerator<Uint8Array, void, undefined>
type ClearIn = (answer: JsonObject) => readonly string[]

/**
 * The same bytes, event by event, or whole where it is no stream, as far as all in them is encrypted that must be.
 * @throws {GatewayError} unverified_enclave in the place of what is in clear; what the body throws
 */
export function demandSealed(
  scheme: Exclude<BodyScheme, 'ehbp-1'>,
  body: Bytes,
  delivery: 'buffered' | 'streamed',
): SealedBytes {
  const isStream = delivery === 'streamed'
  if (scheme === 'chutes-1') {
    return isStream ? sealedEvents(body, clearInEvent) : sealedWhole(body, refuseJson)
  }
  const fields = fieldSchemes[scheme]
  const clearIn = (answer: JsonObject) => clearTextOfAnswer(fields, answer)
  return isStream
    ? sealedEvents(body, clearIn)
    : sealedWhole(body, (whole) => refuseClear(decodeUtf8(whole), clearIn))
}

async function* sealedWhole(body: Bytes, refuse: (whole: Uint8Array) => void): SealedBytes {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  const whole = Buffer.concat(pieces)
  refuse(whole)
  yield whole
}

async function* sealedEvents(body: Bytes, clearIn: ClearIn): SealedBytes {
  const splitter = new SseSplitter(eventBytes)
  for await (const piece of body) {
    for (const event of splitter.events(piece)) yield sealedEvent(event, clearIn)
  }
  const { events, rest } = splitter.end()
  for (const event of [...events, rest]) if (event.length > 0) yield sealedEvent(event, clearIn)
}

function sealedEvent(event: Uint8Array, clearIn: ClearIn): Uint8Array {
  const data = eventData(event, decodeUtf8)
  if (data !== null && data !== '[DONE]') refuseClear(data, clearIn)
  return event
}

function refuseClear(text: string, clearIn: ClearIn): void {
  const [clear] = clearIn(parseJsonObject(Buffer.from(text), decodeUtf8).value)
  if (clear !== undefined) throw clearAnswer(enclaveReasons.inClear(clear))
}

/** What is encrypted as a whole is no JSON text. */
function refuseJson(whole: Uint8Array): void {
  try {
    parseJsonObject(whole, decodeUtf8)
  } catch {
    return
  }
  throw clearAnswer(enclaveReasons.answerInClear)
}

/** A host answered an encrypted request in clear, so that nobody may believe the answer. */
export function clearAnswer(reason: string): GatewayError {
  return new GatewayError('unverified_enclave', enclaveErrors.answeredInClear, {
    checks: [{ id: 'e2ee.encrypted', status: 'fail', reason, by: 'gateway' }],
  })
}
