import { parseJsonObjectInPasses } from '#shared/json/parse-json-object.ts'
import { checkCompletion } from '#shared/commitment/check-choices.ts'
import { completionMessage } from '#shared/commitment/completion-message.ts'
import type { Json } from '#shared/canonical-json.ts'
import { FormatError } from '#shared/errors.ts'
import type { AnswerLimits } from '../config/size-limits.ts'
import { decodeUtf8 } from '../decode-utf8.ts'
import { GatewayError } from '../errors.ts'
import { inTurns } from '../in-turn.ts'
import type { AnswerHead, EnclaveProof, InTurn } from '../upstream.ts'
import type { BodySink } from './body-sink.ts'
import type { ForClient } from './for-client.ts'
import { failureError } from './call-upstream.ts'

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
}

export interface CollectDeps {
  readonly answerLimits: AnswerLimits
  /** How many choices the request asks for. */
  readonly asked: number
  readonly inTurn: InTurn
  /** Null where the answer is the gateway's to read. */
  readonly forClient: ForClient | null
}

/** Receives a whole buffered answer. @throws {GatewayError} when it is not JSON */
export function collectCompletion(
  head: AnswerHead,
  outcome: Outcome,
  { inTurn, ...deps }: CollectDeps,
): BodySink {
  if (head.mediaType !== 'application/json') {
    throw new GatewayError('upstream_error', 'The upstream did not answer with JSON.')
  }
  const chunks: Uint8Array[] = []

  async function finish(proof: EnclaveProof | null): Promise<void> {
    try {
      const [only] = chunks
      const bytes = chunks.length === 1 && only ? only : Buffer.concat(chunks)
      const passes = parseCompletion(bytes, deps)
      const parsed = await inTurns(inTurn, bytes.length, passes)
      outcome.resolve({ ...parsed, proof, hints: head.hints })
    } catch (error) {
      outcome.reject(error as Error)
    }
  }

  return {
    data(chunk) {
      chunks.push(chunk)
    },
    end(proof) {
      void finish(proof)
    },
    fail(failure) {
      outcome.reject(failureError(failure))
    },
  }
}

function* parseCompletion(
  bytes: Uint8Array,
  { answerLimits, asked, forClient }: Omit<CollectDeps, 'inTurn'>,
): Generator<void, Omit<Completion, 'proof' | 'hints'>, undefined> {
  try {
    const { value } = yield* parseJsonObjectInPasses(bytes, decodeUtf8, answerLimits)
    if ('svc' in value) throw new FormatError('COMPLETION_MALFORMED', 'it has an "svc" of its own')
    checkCompletion(value, asked)
    const message = completionMessage(value)
    if (forClient !== null) {
      yield
      forClient.inspect(value, 'answer')
    }
    return { bytes, message }
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
