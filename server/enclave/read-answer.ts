import { createHash } from 'node:crypto'
import type { AciDigest } from '#shared/aci/parse-keyset.ts'
import type { SealedRequest } from '#shared/e2ee/e2ee-client.ts'
import { createSseSplitter } from '#shared/sse/sse-splitter.ts'
import { limitJson } from '#shared/json/limit-json.ts'

/** Digests an answer's exact bytes while handing on what the caller is to see of them. */
export interface AnswerReader {
  /** @throws {FormatError} E2EE_MALFORMED for what does not open */
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

/** @throws {FormatError} */
function openWhole(sealed: SealedRequest, bytes: Uint8Array): Uint8Array {
  limitJson(bytes, openedLimits)
  return Buffer.from(sealed.openBuffered(bytes).text)
}

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
    emit(sealed.openEvent(event).bytes)
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
        emit(openWhole(sealed, Buffer.concat(held)))
        return
      }
      const rest = splitter.end(open)
      if (rest.length > 0) open(rest)
    },
    digest: () => `sha256:${hash.digest('hex')}`,
  }
}
