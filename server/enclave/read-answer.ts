import { createHash } from 'node:crypto'
import type { AciDigest } from '#shared/aci/parse-keyset.ts'
import type { SealedRequest } from '#shared/e2ee/e2ee-client.ts'
import { limitJson } from '#shared/json/limit-json.ts'
import { splitSseEvents } from '#shared/sse/split-sse-events.ts'

/** Digests an answer's exact bytes while handing on what the caller is to see of them. */
export interface AnswerReader {
  /** @throws {FormatError} E2EE_MALFORMED for what does not open */
  data(chunk: Uint8Array): void
  end(): void
  digest(): AciDigest
}

const noBytes = new Uint8Array(0)

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
  let rest: Uint8Array = noBytes
  return {
    data(chunk) {
      hash.update(chunk)
      if (delivery === 'buffered') {
        held.push(chunk)
        return
      }
      const split = splitSseEvents(rest, chunk)
      rest = split.rest
      for (const event of split.events) emit(sealed.openEvent(event).bytes)
    },
    end() {
      if (delivery === 'buffered') emit(openWhole(sealed, Buffer.concat(held)))
      else if (rest.length > 0) emit(sealed.openEvent(rest).bytes)
    },
    digest: () => `sha256:${hash.digest('hex')}`,
  }
}
