import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { checkCompletion } from '#shared/commitment/check-choices.ts'
import { completionMessage } from '#shared/commitment/completion-message.ts'
import type { Json } from '#shared/canonical-json.ts'
import { FormatError } from '#shared/errors.ts'
import { decodeUtf8 } from '../decode-utf8.ts'
import { GatewayError } from '../errors.ts'
import type { AnswerHead, EnclaveProof } from '../upstream.ts'
import { failureError, type BodySink } from './call-upstream.ts'

/** Longest buffered answer that is held, 64 MiB. */
const answerLimitBytes = 64 * 1024 * 1024

export interface Completion {
  /** The upstream's exact text. */
  readonly bytes: Uint8Array
  /** `choices[0].message`. */
  readonly message: Json
  /** Where an enclave answered. */
  readonly proof: EnclaveProof | null
  readonly hints: AnswerHead['hints']
}

interface Outcome {
  readonly resolve: (completion: Completion) => void
  readonly reject: (error: Error) => void
  readonly abort: () => void
}

/**
 * Receives a whole buffered answer.
 * @param asked how many choices the request asks for
 * @throws {GatewayError} when it is not JSON
 */
export function collectCompletion(head: AnswerHead, asked: number, outcome: Outcome): BodySink {
  if (head.mediaType !== 'application/json') {
    throw new GatewayError('upstream_error', 'The upstream did not answer with JSON.')
  }
  const chunks: Uint8Array[] = []
  let size = 0
  return {
    data(chunk) {
      size += chunk.length
      if (size <= answerLimitBytes) {
        chunks.push(chunk)
        return
      }
      outcome.abort()
      outcome.reject(new GatewayError('upstream_error', 'The answer of the upstream is too long.'))
    },
    end(proof) {
      try {
        const [only] = chunks
        const bytes = chunks.length === 1 && only ? only : Buffer.concat(chunks, size)
        outcome.resolve({ ...parseCompletion(bytes, asked), proof, hints: head.hints })
      } catch (error) {
        outcome.reject(error as Error)
      }
    },
    fail(failure) {
      outcome.reject(failureError(failure))
    },
  }
}

function parseCompletion(bytes: Uint8Array, asked: number): Omit<Completion, 'proof' | 'hints'> {
  try {
    const { value } = parseJsonObject(bytes, decodeUtf8)
    if ('svc' in value) throw new FormatError('COMPLETION_MALFORMED', 'it has an "svc" of its own')
    checkCompletion(value, asked)
    return { bytes, message: completionMessage(value) }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw notACompletion(error)
  }
}

/** An answer that cannot be committed to is refused; the reason never quotes it. */
export function notACompletion(error: FormatError): GatewayError {
  return new GatewayError(
    'upstream_error',
    `The upstream's answer is not a chat completion that a receipt can cover (${error.code}).`,
  )
}
