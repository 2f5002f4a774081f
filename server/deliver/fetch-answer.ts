import type { Json } from '#shared/canonical-json.ts'
import { isEnclaveMode, type Mode } from '#shared/modes.ts'
import { GatewayError } from '../errors.ts'
import type { AnswerHead, EnclaveProof, UpstreamCall } from '../upstream.ts'
import type { AnswerForm } from './answer-form.ts'
import type { AnswerTally } from './answer-tally.ts'
import { callUpstream, CallerGone, type CallInput } from './call-upstream.ts'
import { collectCompletion, type CollectDeps, type Completion } from './collect-completion.ts'
import type { ReleaseWish } from './delivery-plan.ts'
import type { Release } from './held-events.ts'
import { obfuscated } from './obfuscated.ts'
import { relayStream, type StreamOutput } from './relay-stream.ts'
import { UnusableAnswer } from './unusable-answer.ts'

interface FetchInput extends Omit<CallInput, 'accept'> {
  readonly form: AnswerForm
}

interface CompletionInput extends FetchInput {
  readonly deps: Pick<CollectDeps, 'answerLimits' | 'inTurn'>
}

/**
 * A whole buffered answer.
 * @throws {GatewayError}
 * @throws {LegFailure}
 * @throws {CallerGone}
 */
export function fetchCompletion({ form, deps, ...call }: CompletionInput): Promise<Completion> {
  const { signal } = call
  const { answerLimits, inTurn } = deps
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new CallerGone()), { once: true })
    callUpstream({
      ...call,
      accept: (head) =>
        collectCompletion(head, { resolve, reject }, { answerLimits, inTurn, form }),
    }).catch(reject)
  })
}

interface BegunStream {
  readonly mode: Mode
  readonly call: UpstreamCall
  readonly release: Release
  readonly hints: AnswerHead['hints']
}

export interface StreamStart {
  readonly output: StreamOutput
  /** Told how to hold the upstream back while the caller reads slowly, and what may leave before the end. */
  readonly begin: (begun: BegunStream) => void
}

interface StreamInput extends FetchInput {
  readonly release: ReleaseWish
  readonly obfuscates: boolean
  readonly mode: Mode
  readonly tally: AnswerTally
  readonly issue: (message: Json, proof: EnclaveProof | null) => string
  /** Told of a stream that had begun, and could not be delivered as it came. */
  readonly unusable: (error: UnusableAnswer) => void
}

/** Resolves when the stream has begun. Throws as `fetchCompletion` does. */
export function openStream(
  input: StreamInput,
  { output: caller, begin }: StreamStart,
): Promise<void> {
  const { form, mode, issue, tally, unusable } = input
  const output: StreamOutput = {
    ...caller,
    break(error) {
      if (error instanceof UnusableAnswer) unusable(error)
      caller.break(error)
    },
  }
  return callUpstream({
    ...input,
    accept(head, call) {
      if (head.mediaType !== 'text/event-stream') {
        throw new GatewayError('upstream_error', 'The upstream did not answer with a stream.')
      }
      const release = releaseOf(head, input)
      begin({ mode, call, release, hints: head.hints })
      return relayStream({
        ...(input.obfuscates ? obfuscated(form, output) : { form, output }),
        issue,
        release,
        tally,
        abort: () => call.abort(),
      })
    },
  })
}

/** What has no provenance of its own is not held: its mode promises none (PROTOCOL.md §10). */
function releaseOf({ provenance }: AnswerHead, { mode, release }: StreamInput): Release {
  if (!isEnclaveMode(mode)) return 'every-event'
  return provenance === 'as-it-comes' && release === 'flow' ? 'until-last' : 'none'
}
