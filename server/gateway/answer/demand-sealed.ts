import { refusedChecks } from '#shared/aci/six-verifications.ts'
import { fail } from '#shared/checks.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { clearTextOfAnswer } from '#shared/near/clear-text.ts'
import type { FieldScheme } from '#shared/near/field-scheme.ts'
import { eventData } from '#shared/sse/read-event.ts'
import { createSseSplitter } from '#shared/sse/sse-splitter.ts'
import { decodeUtf8 } from '../common/decode-utf8.ts'
import { GatewayError } from '../common/errors.ts'

/** Longest single event: ciphertext is longer than text. */
const eventBytes = 4 * 1024 * 1024

/**
 * The same bytes, event by event, or whole where it is no stream, as far as every field in them is encrypted.
 * @throws {GatewayError} unverified_enclave in the place of what is in clear; what the body throws
 */
export async function* demandSealed(
  scheme: FieldScheme,
  body: AsyncIterable<Uint8Array>,
  delivery: 'buffered' | 'streamed',
): AsyncGenerator<Uint8Array, void, undefined> {
  if (delivery === 'buffered') {
    const pieces: Uint8Array[] = []
    for await (const piece of body) pieces.push(piece)
    const whole = Buffer.concat(pieces)
    refuseClear(scheme, decodeUtf8(whole))
    yield whole
    return
  }
  const splitter = createSseSplitter(eventBytes)
  for await (const piece of body) {
    for (const event of splitter.events(piece)) yield sealedEvent(scheme, event)
  }
  const { events, rest } = splitter.end()
  for (const event of [...events, rest]) if (event.length > 0) yield sealedEvent(scheme, event)
}

function sealedEvent(scheme: FieldScheme, event: Uint8Array): Uint8Array {
  const data = eventData(event, decodeUtf8)
  if (data !== null && data !== '[DONE]') refuseClear(scheme, data)
  return event
}

function refuseClear(scheme: FieldScheme, text: string): void {
  const [clear] = clearTextOfAnswer(scheme, parseJsonObject(Buffer.from(text), decodeUtf8).value)
  if (clear !== undefined) throw clearAnswer(`${clear} is in clear`)
}

/** A host answered an encrypted request in clear, so that nobody may believe the answer. */
export function clearAnswer(reason: string): GatewayError {
  const check = fail('e2ee.encrypted', reason)
  return new GatewayError(
    'unverified_enclave',
    'The enclave answered an encrypted request in clear: the answer is not delivered.',
    { checks: refusedChecks([check], [check.id]) },
  )
}
