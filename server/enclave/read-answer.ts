import { createHash } from 'node:crypto'
import type { AciDigest } from '#shared/aci/parse-keyset.ts'
import { refusedChecks } from '#shared/aci/six-verifications.ts'
import { fail } from '#shared/checks.ts'
import { clearInChunk } from '#shared/e2ee/clear-answer.ts'
import { nameAll } from '#shared/e2ee/clear-fields.ts'
import type { SealedRequest } from '#shared/e2ee/e2ee-client.ts'
import { createSseSplitter } from '#shared/sse/sse-splitter.ts'
import { limitJson } from '#shared/json/limit-json.ts'
import { EnclaveUnverified } from './establish-session.ts'

/** Digests an answer's exact bytes while handing on what the caller is to see of them. */
export interface AnswerReader {
  /** @throws {FormatError} E2EE_MALFORMED for what does not open; {EnclaveUnverified} for what need not */
  data(chunk: Uint8Array): void
  end(): void
  digest(): AciDigest
}

/** Longest single event, 4 MiB: ciphertext is longer than text. */
const eventLimitBytes = 4 * 1024 * 1024

/** The bytes as they come. */
export function createPlainReader(emit: (bytes: Uint8Array) => void): AnswerReader {
  const hash = createHash('sha256')
  return {
    data(chunk) {
      hash.update(chunk)
      emit(chunk)
    },
    end() {},
    digest: () => `sha256:${hash.digest('hex')}`,
  }
}

/** A field takes a key exchange of a millisecond, and anybody can encrypt one. */
const openedLimits = { values: 600, depth: 64 }

/** The answer to a request that the gateway encrypted itself, opened. */
export function createOpeningReader(
  sealed: SealedRequest,
  delivery: 'buffered' | 'streamed',
  emit: (bytes: Uint8Array) => void,
): AnswerReader {
  const hash = createHash('sha256')
  const held: Uint8Array[] = []
  const splitter = createSseSplitter(eventLimitBytes)
  const open = (event: Uint8Array) => {
    limitJson(event, openedLimits)
    const { bytes, chunk } = sealed.openEvent(event)
    if (chunk !== null) refuseClear(clearInChunk(chunk))
    emit(bytes)
  }

  function openedWhole(body: Uint8Array): Uint8Array {
    limitJson(body, openedLimits)
    const { text, value } = sealed.openBuffered(body)
    refuseClear(sealed.form.clearIn(value))
    return Buffer.from(text)
  }

  return {
    data(chunk) {
      hash.update(chunk)
      if (delivery === 'buffered') {
        held.push(chunk)
        return
      }
      splitter.push(chunk, open)
    },
    end() {
      if (delivery === 'buffered') {
        emit(openedWhole(Buffer.concat(held)))
        return
      }
      const rest = splitter.end(open)
      if (rest.length > 0) open(rest)
    },
    digest: () => `sha256:${hash.digest('hex')}`,
  }
}

/**
 * Whoever ends a connection that is not proven read what came in clear, and could have written it.
 * @throws {EnclaveUnverified}
 */
function refuseClear(paths: readonly string[]): void {
  if (paths.length === 0) return
  const check = fail('e2ee.clear-answer', `came in clear: ${nameAll(paths)}`)
  throw new EnclaveUnverified(refusedChecks([check], [check.id]))
}
