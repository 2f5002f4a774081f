import type { Json } from '#shared/canonical-json.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { isEnclaveMode, type Mode } from '#shared/modes.ts'
import { GatewayError } from '../errors.ts'
import type { AnswerHead, AnswerSink, EnclaveProof, UpstreamCall } from '../upstream.ts'
import { callUpstream, CallerGone, type CallInput } from './call-upstream.ts'
import { collectCompletion, type CollectDeps, type Completion } from './collect-completion.ts'
import type { ReleaseWish } from './delivery-plan.ts'
import { relayStream, type Release, type StreamOutput } from './relay-stream.ts'

interface FetchInput extends Pick<CallInput, 'passOn' | 'freshen'> {
  readonly send: (sink: AnswerSink) => UpstreamCall
  /** How many choices the request asks for. */
  readonly asked: number
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
}

interface CompletionInput extends FetchInput {
  /** Looks at the answer before it may leave. @throws {GatewayError} to refuse it */
  readonly inspect?: (answer: JsonObject) => void
  readonly deps: Omit<CollectDeps, 'asked' | 'inspect'>
}

/**
 * A whole buffered answer.
 * @throws {GatewayError}
 * @throws {UpstreamUnreachable}
 * @throws {CallerGone}
 */
export function fetchCompletion({
  send,
  asked,
  signal,
  freshen,
  passOn,
  inspect,
  deps,
}: CompletionInput): Promise<Completion> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new CallerGone()), { once: true })
    callUpstream({
      send,
      signal,
      freshen,
      ...(passOn && { passOn }),
      accept: (head) =>
        collectCompletion(
          head,
          { resolve, reject },
          {
            ...deps,
            asked,
            ...(inspect && { inspect }),
          },
        ),
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
  readonly mode: Mode
  readonly issue: (message: Json, proof: EnclaveProof | null) => string
  /** Looks at every chunk before it may leave. @throws {GatewayError} to refuse the answer */
  readonly inspect?: (chunk: JsonObject) => void
}

/** Resolves when the stream has begun. Throws as `fetchCompletion` does. */
export function openStream(input: StreamInput, { output, begin }: StreamStart): Promise<void> {
  const { send, asked, signal, freshen, mode, issue, passOn, inspect } = input
  return callUpstream({
    send,
    signal,
    freshen,
    ...(passOn && { passOn }),
    accept(head, call) {
      if (head.mediaType !== 'text/event-stream') {
        throw new GatewayError('upstream_error', 'The upstream did not answer with a stream.')
      }
      const release = releaseOf(head, input)
      begin({ mode, call, release, hints: head.hints })
      return relayStream({
        output,
        issue,
        release,
        asked,
        ...(inspect && { inspect }),
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
