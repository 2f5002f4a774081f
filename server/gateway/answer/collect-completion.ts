import { parseJsonObjectInPasses } from '#shared/json/parse-json-object.ts'
import type { Json } from '#shared/canonical-json.ts'
import { FormatError } from '#shared/errors.ts'
import type { AnswerLimits } from '../config/size-limits.ts'
import { decodeUtf8 } from '../common/decode-utf8.ts'
import { inTurns } from '../common/in-turn.ts'
import type { EnclaveProof, InTurn, UpstreamAnswer } from '../common/upstream.ts'
import type { AnswerForm } from './answer-form.ts'
import { readUsage, type TokenCounts } from '../common/answer-tally.ts'

export interface Completion {
  /** The upstream's exact text. */
  readonly bytes: Uint8Array
  /** What is committed to of it: of a chat, `choices[0].message`. */
  readonly message: Json
  readonly usage: TokenCounts | null
  /** Where an enclave answered. */
  readonly proof: EnclaveProof | null
}

interface CollectDeps {
  readonly answerLimits: AnswerLimits
  readonly form: AnswerForm
  readonly inTurn: InTurn
}

/** A whole buffered answer. @throws {FormatError | GatewayError | CallFailed} */
export async function collectCompletion(
  { body, proof }: UpstreamAnswer,
  { inTurn, ...deps }: CollectDeps,
): Promise<Completion> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  const proven = proof === null ? null : await proof()
  const [only] = pieces
  const bytes = pieces.length === 1 && only ? only : Buffer.concat(pieces)
  return { ...(await inTurns(inTurn, bytes.length, parseCompletion(bytes, deps))), proof: proven }
}

function* parseCompletion(
  bytes: Uint8Array,
  { answerLimits, form }: Omit<CollectDeps, 'inTurn'>,
): Generator<void, Omit<Completion, 'proof'>, undefined> {
  const { value } = yield* parseJsonObjectInPasses(bytes, decodeUtf8, answerLimits)
  if ('svc' in value) throw new FormatError('COMPLETION_MALFORMED', 'it has an "svc" of its own')
  return { bytes, message: yield* form.whole(value), usage: readUsage(value, null) }
}
