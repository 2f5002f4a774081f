import { isUtf8 } from 'node:buffer'
import { parseJsonObjectInPasses, type JsonObject } from '#shared/json/parse-json-object.ts'
import { readPlainJson } from '#shared/json/read-plain-json.ts'
import type { Json } from '#shared/canonical-json.ts'
import { FormatError } from '#shared/errors.ts'
import type { AnswerLimits } from '../config/size-limits.ts'
import { decodeUtf8 } from '../decode-utf8.ts'
import { GatewayError } from '../errors.ts'
import { inTurns } from '../in-turn.ts'
import type { AnswerHead, EnclaveProof, InTurn } from '../upstream.ts'
import type { AnswerForm } from './answer-form.ts'
import { readUsage, type TokenCounts } from './answer-tally.ts'
import type { BodySink } from './body-sink.ts'
import { failureError } from './call-upstream.ts'
import { notACompletion } from './stream-errors.ts'

export interface Completion {
  /** The upstream's exact text. */
  readonly bytes: Uint8Array
  /** What is committed to of it: of a chat, `choices[0].message`. */
  readonly message: Json
  readonly usage: TokenCounts | null
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
  readonly form: AnswerForm
  readonly inTurn: InTurn
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
  { answerLimits, form }: Omit<CollectDeps, 'inTurn'>,
): Generator<void, Omit<Completion, 'proof' | 'hints'>, undefined> {
  try {
    const value = yield* parseAnswer(bytes, answerLimits)
    if ('svc' in value) throw new FormatError('COMPLETION_MALFORMED', 'it has an "svc" of its own')
    return { bytes, message: yield* form.whole(value), usage: readUsage(value, null) }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw notACompletion(error)
  }
}

/** Of an answer that is written as nearly all are, one pass says that nothing is wrong with it. */
function* parseAnswer(
  bytes: Uint8Array,
  limits: AnswerLimits,
): Generator<void, JsonObject, undefined> {
  if (isUtf8(bytes) && readPlainJson(bytes, limits) !== null) {
    yield
    return JSON.parse(decodeUtf8(bytes)) as JsonObject
  }
  yield
  return (yield* parseJsonObjectInPasses(bytes, decodeUtf8, limits)).value
}
