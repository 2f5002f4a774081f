import { enclaveReasons } from '#shared/words/english/errors/enclave-errors.ts'
import type { Hash } from 'node:crypto'
import { refusedChecks } from '#shared/aci/six-verifications.ts'
import { fail } from '#shared/checks.ts'
import { clearInChunk } from '#shared/e2ee/in-clear/clear-answer.ts'
import { nameAll } from '#shared/e2ee/in-clear/clear-fields.ts'
import type { SealedRequest } from '#shared/e2ee/e2ee-client.ts'
import { SseSplitter } from '#shared/sse/sse-splitter.ts'
import { scanJson } from '#shared/json/scan-json.ts'
import { EnclaveUnverified } from './establish-session.ts'

type Body = AsyncIterable<Uint8Array>

/** Longest single event, 4 MiB: ciphertext is longer than text. */
const eventLimitBytes = 4 * 1024 * 1024

/** A field takes a key exchange of a millisecond, and anybody can encrypt one. */
const openedLimits = { values: 600, depth: 64 }

/**
 * An enclave's answer as the gateway reads it: opened, where it encrypted the request itself.
 * @param hash told each of the exact bytes
 * @throws {FormatError} E2EE_MALFORMED for what does not open; {EnclaveUnverified} for what need not
 */
export function readAnswer(
  body: Body,
  hash: Hash,
  { sealed, delivery }: ReadAs,
): AsyncIterable<Uint8Array> {
  const digested = digest(body, hash)
  if (sealed === null) return digested
  return delivery === 'buffered' ? openWhole(digested, sealed) : openEvents(digested, sealed)
}

interface ReadAs {
  /** Null where the bytes are handed on as they come. */
  readonly sealed: SealedRequest | null
  readonly delivery: 'buffered' | 'streamed'
}

async function* digest(body: Body, hash: Hash): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of body) {
    hash.update(piece)
    yield piece
  }
}

async function* openWhole(
  body: Body,
  sealed: SealedRequest,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  scanJson(bytes, openedLimits)
  const { text, value } = sealed.openBuffered(bytes)
  refuseClear(sealed.form.clearIn(value))
  yield Buffer.from(text)
}

async function* openEvents(
  body: Body,
  sealed: SealedRequest,
): AsyncGenerator<Uint8Array, void, undefined> {
  const splitter = new SseSplitter(eventLimitBytes)
  for await (const piece of body) {
    for (const event of splitter.events(piece)) yield openEvent(event, sealed)
  }
  const { events, rest } = splitter.end()
  for (const event of events) yield openEvent(event, sealed)
  if (rest.length > 0) yield openEvent(rest, sealed)
}

function openEvent(event: Uint8Array, sealed: SealedRequest): Uint8Array {
  scanJson(event, openedLimits)
  const { bytes, chunk } = sealed.openEvent(event)
  if (chunk !== null) refuseClear(clearInChunk(chunk))
  return bytes
}

/**
 * Whoever ends a connection that is not proven read what came in clear, and could have written it.
 * @throws {EnclaveUnverified}
 */
function refuseClear(paths: readonly string[]): void {
  if (paths.length === 0) return
  const check = fail('e2ee.clear-answer', enclaveReasons.cameInClear(nameAll(paths)))
  throw new EnclaveUnverified(refusedChecks([check], [check.id]))
}
