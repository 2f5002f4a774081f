import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import type { EnclaveEndpoint } from '#shared/aci/endpoints.ts'
import type { Check } from '#shared/verdict.ts'
import { attestationUnavailable } from '../../../gateway/catalogue/attestation-unavailable.ts'
import { callError, otherAnswer } from '../../../gateway/answer/call-errors.ts'
import {
  UpstreamBroken,
  UpstreamRefused,
  UpstreamUnreachable,
} from '../../../gateway/answer/choice/leg-failures.ts'
import { GatewayError } from '../../../gateway/common/errors.ts'
import {
  CallFailed,
  type EnclaveProof,
  type Upstream,
  type UpstreamAnswer,
} from '../../../gateway/common/upstream.ts'
import { proxyWords as words } from '#shared/words/english/programs/proxy-command.ts'

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
  try {
    const wanted = delivery === 'streamed' ? 'text/event-stream' : 'application/json'
    const answer = await upstream.send({ dialect: endpoint, body, delivery }, signal)
    const { status, mediaType } = answer.head
    if (status !== 200 || mediaType !== wanted) {
      throw await otherAnswer(answer, { wanted, forClient: null })
    }
    return settling(answer, signal)
  } catch (thrown) {
    const error = callError(thrown, signal)
    if (error instanceof UpstreamRefused || error instanceof UpstreamBroken) throw error.refusal
    if (!(error instanceof UpstreamUnreachable)) throw error
    if (error.checks !== null) throw attestationUnavailable(namedHere(error.checks))
    throw new GatewayError('upstream_error', words.enclaveUnreachable)
  }
}

/** The gateway's code made them, and no gateway did. */
export function madeHere(checks: readonly RefusedCheck[]): readonly Check[] {
  return checks.map((check) => ({ ...check, by: check.by === 'provider' ? 'provider' : 'you' }))
}

function namedHere(checks: readonly RefusedCheck[]): readonly RefusedCheck[] {
  return madeHere(checks) as unknown as readonly RefusedCheck[]
}

/** The answer's bytes, and how it ended once a tool has pulled them. */
function settling({ body, proof }: UpstreamAnswer, signal: AbortSignal): EnclaveAnswer {
  const settled = Promise.withResolvers<Settled>()

  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      yield* body
      if (proof !== null) settled.resolve({ kind: 'proven', proof: await proof() })
    } catch (thrown) {
      if (isUnverified(thrown)) {
        settled.resolve({ kind: 'unverified', checks: thrown.failure.checks })
        return
      }
      const error = callError(thrown, signal)
      throw error instanceof UpstreamBroken ? error.refusal : error
    } finally {
      settled.resolve({ kind: 'broken' })
    }
  }

  return { body: pieces(), settled: settled.promise }
}

type Unverified = CallFailed & { readonly failure: { readonly checks: readonly RefusedCheck[] } }

function isUnverified(error: unknown): error is Unverified {
  return error instanceof CallFailed && error.failure.kind === 'unverified'
}
