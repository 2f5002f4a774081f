import { utf8ToBytes } from '../bytes/bytes.ts'
import { readAll } from '../bytes/read-limited.ts'
import type { OpenedEvent } from '../e2ee/e2ee-client.ts'
import { eventData } from '../sse/read-event.ts'
import { FormatError } from '../errors.ts'
import type { Check } from '../verdict.ts'
import * as exchangeErrors from '../words/english/errors/exchange-errors.ts'
import { ExchangeRefused } from './exchange-refused.ts'
import { passedOn } from './relay-client.ts'

/** What the gateway says in an event that it breaks a stream off with; null for any other event. */
export function refusalInEvent({ bytes, chunk }: OpenedEvent): ExchangeRefused | null {
  const { error = null } = chunk ?? {}
  return error === null ? null : passedOn(502, utf8ToBytes(eventData(bytes) ?? ''))
}

/** Whether something failed that does not follow from an early end. */
export function failedBesideTheEnd(checks: readonly Pick<Check, 'id' | 'status'>[]): boolean {
  return checks.some(({ id, status }) => status === 'fail' && id !== 'e2ee.complete')
}

/** A connection that ended in the middle of an answer has one name, whoever reads it. */
export function brokenOff(error: unknown): ExchangeRefused {
  if (error instanceof ExchangeRefused) return error
  const message = exchangeErrors.brokenOff
  return new ExchangeRefused({ code: 'upstream_error', message })
}

/** An answer or a refusal, all of it. @throws {ExchangeRefused} when the connection breaks; {FormatError} what the body throws */
export async function readWhole(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  try {
    return await readAll(body)
  } catch (error) {
    throw error instanceof FormatError ? error : brokenOff(error)
  }
}
