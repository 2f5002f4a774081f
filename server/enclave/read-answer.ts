import { createHash } from 'node:crypto'
import type { AciDigest } from '#shared/aci/parse-keyset.ts'
import type { SealedRequest } from '#shared/e2ee/e2ee-client.ts'
import { createSseSplitter } from '#shared/sse/sse-splitter.ts'

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

/** The answer to a request that the gateway encrypted itself, opened. */
export function createOpeningReader(
  sealed: SealedRequest,
  delivery: 'buffered' | 'streamed',
  emit: (bytes: Uint8Array) => void,
): AnswerReader {
  const hash = createHash('sha256')
  const held: Uint8Array[] = []
  const splitter = createSseSplitter(eventLimitBytes)
  const open = (event: Uint8Array) => emit(sealed.openEvent(event).bytes)
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
        emit(Buffer.from(sealed.openBuffered(Buffer.concat(held)).text))
        return
      }
      const rest = splitter.end(open)
      if (rest.length > 0) open(rest)
    },
    digest: () => `sha256:${hash.digest('hex')}`,
  }
}
