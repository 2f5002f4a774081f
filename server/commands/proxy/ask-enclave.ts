import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import type { EnclaveEndpoint } from '#shared/aci/endpoints.ts'
import type { Check } from '#shared/verdict.ts'
import { attestationUnavailable } from '../../catalogue/attestation-unavailable.ts'
import type { BodySink } from '../../deliver/body-sink.ts'
import {
  callUpstream,
  failureError,
  UpstreamRefused,
  UpstreamUnreachable,
} from '../../deliver/call-upstream.ts'
import { GatewayError } from '../../errors.ts'
import type {
  AnswerHead,
  EnclaveProof,
  Upstream,
  UpstreamCall,
  UpstreamFailure,
} from '../../upstream.ts'

interface AskInput {
  readonly endpoint: EnclaveEndpoint
  readonly body: Uint8Array
  readonly delivery: 'buffered' | 'streamed'
  readonly signal: AbortSignal
}

/** How an answer of the enclave came to its end. */
type Settled =
  | { readonly kind: 'proven'; readonly proof: EnclaveProof }
  | { readonly kind: 'unverified'; readonly checks: readonly RefusedCheck[] }
  | { readonly kind: 'broken' }

export interface EnclaveAnswer {
  /** The enclave's own bytes. @throws {GatewayError} where they break off */
  readonly body: AsyncIterable<Uint8Array>
  /** Once the bytes have ended. */
  readonly settled: Promise<Settled>
}

/** @throws {GatewayError} when there is no answer, or the enclave was not verified */
export async function askEnclave(upstream: Upstream, input: AskInput): Promise<EnclaveAnswer> {
  const { endpoint, body, delivery, signal } = input
  const answer = createAnswerQueue()
  try {
    await callUpstream({
      send: (sink) => upstream.send({ dialect: endpoint, body, delivery }, sink),
      signal,
      accept(head, call) {
        refuseOtherMedia(head, delivery)
        answer.heldBackBy(call)
        return answer.sink
      },
      // Nothing is signed here.
      freshen: () => null,
      forClient: null,
      report: () => {},
    })
  } catch (error) {
    if (error instanceof UpstreamRefused) throw error.refusal
    if (!(error instanceof UpstreamUnreachable)) throw error
    if (error.checks !== null) throw attestationUnavailable(namedHere(error.checks))
    throw new GatewayError('upstream_error', 'The enclave cannot be reached now.')
  }
  return answer
}

/** The gateway's code made them, and no gateway did. */
export function madeHere(checks: readonly RefusedCheck[]): readonly Check[] {
  return checks.map((check) => ({ ...check, by: check.by === 'provider' ? 'provider' : 'you' }))
}

function namedHere(checks: readonly RefusedCheck[]): readonly RefusedCheck[] {
  return madeHere(checks) as unknown as readonly RefusedCheck[]
}

function refuseOtherMedia({ mediaType }: AnswerHead, delivery: AskInput['delivery']): void {
  const expected = delivery === 'streamed' ? 'text/event-stream' : 'application/json'
  if (mediaType === expected) return
  throw new GatewayError('upstream_error', `The enclave did not answer with ${expected}.`)
}

/** Chunks that wait for whoever reads; beyond so many the enclave is held back. */
const mostWaiting = 64

interface AnswerQueue extends EnclaveAnswer {
  readonly sink: BodySink
  heldBackBy(call: UpstreamCall): void
}

/** What is pushed by a connection is pulled by a tool, no faster than it reads. */
function createAnswerQueue(): AnswerQueue {
  const waiting: Uint8Array[] = []
  const settled = Promise.withResolvers<Settled>()
  let failure: UpstreamFailure | null = null
  let isOver = false
  let call: UpstreamCall | null = null
  let wake = () => {}

  function settle(as: Settled): void {
    isOver = true
    settled.resolve(as)
    wake()
  }

  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = waiting.shift()
      if (chunk !== undefined) {
        if (waiting.length === 0) call?.resume()
        yield chunk
      } else if (isOver) {
        if (failure !== null) throw failureError(failure)
        return
      } else {
        // oxlint-disable-next-line no-await-in-loop
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  }

  return {
    body: chunks(),
    settled: settled.promise,
    heldBackBy(held) {
      call = held
    },
    sink: {
      data(chunk) {
        waiting.push(chunk)
        if (waiting.length >= mostWaiting) call?.pause()
        wake()
      },
      end(proof) {
        settle(proof === null ? { kind: 'broken' } : { kind: 'proven', proof })
      },
      fail(reason) {
        if (reason.kind === 'unverified') {
          settle({ kind: 'unverified', checks: reason.checks })
          return
        }
        failure = reason
        settle({ kind: 'broken' })
      },
    },
  }
}
