import { enclaveErrors } from '#shared/words/english/errors/enclave-errors.ts'
import { providerErrors } from '#shared/words/english/errors/provider-errors.ts'
import { FormatError } from '#shared/errors.ts'
import { GatewayError, doNotRetry } from '../common/errors.ts'
import { CallFailed, type UpstreamAnswer, type UpstreamFailure } from '../common/upstream.ts'
import type { ForClient } from './for-client.ts'
import {
  CallerGone,
  UpstreamBroken,
  UpstreamRefused,
  UpstreamUnreachable,
} from './choice/leg-failures.ts'
import { notACompletion } from './stream/stream-errors.ts'
import { readSaid, refusalOf } from './upstream-refusal.ts'
import { UnusableAnswer } from './unusable-answer.ts'
import {
  documentOf,
  troubleOfFailure,
  troubleOfHead,
  type UpstreamTrouble,
} from './upstream-trouble.ts'

/** What is said of an answer of another kind than was asked for, by its media type. */
const otherKinds = {
  'application/json': providerErrors.notJson,
  'text/event-stream': providerErrors.notStream,
} as const

interface Wanted {
  readonly wanted: keyof typeof otherKinds
  /** Null where the answer is the gateway's to read. */
  readonly forClient: ForClient | null
}

/** What an answer is that is not the one that was wanted: the upstream's own error, or another kind of document. */
export async function otherAnswer(
  answer: UpstreamAnswer,
  { wanted, forClient }: Wanted,
): Promise<Error> {
  const { head, body } = answer
  if (head.status !== 200) return readRefusal(answer, forClient)
  // Nobody pulls it.
  await body[Symbol.asyncIterator]().return?.()
  const trouble = { kind: 'unreadable', status: 200, cause: documentOf(head) } as const
  return new UpstreamBroken(new GatewayError('upstream_error', otherKinds[wanted]), trouble)
}

/** What was thrown while an answer was asked for or pulled, as those who deliver it know it. */
export function callError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return new CallerGone()
  if (error instanceof FormatError) return notACompletion(error)
  return error instanceof CallFailed ? ofFailure(error.failure) : error
}

/** What the operator is told of it; null for what is none of the upstream's doing. */
export function troubleOf(error: unknown): Omit<UpstreamTrouble, 'upstream'> | null {
  const hasTrouble =
    error instanceof UpstreamUnreachable ||
    error instanceof UpstreamRefused ||
    error instanceof UpstreamBroken ||
    error instanceof UnusableAnswer
  return hasTrouble ? error.trouble : null
}

function ofFailure(failure: UpstreamFailure): Error {
  if (failure.kind === 'unsendable') {
    const { code, message, param } = failure
    return new GatewayError(code, message, {
      ...(param === null ? {} : { param }),
      headers: doNotRetry,
    })
  }
  const trouble = troubleOfFailure(failure)
  if (failure.kind === 'unreachable') return new UpstreamUnreachable(null, trouble)
  if (failure.kind === 'unverified' && failure.when === 'before') {
    return new UpstreamUnreachable(failure.checks, trouble)
  }
  return new UpstreamBroken(errorOf(failure), trouble)
}

/** The error of an answer that broke off, was not proven, or never began. */
function errorOf(failure: Exclude<UpstreamFailure, { readonly kind: 'unsendable' }>): GatewayError {
  switch (failure.kind) {
    case 'timeout':
      return new GatewayError('upstream_timeout', providerErrors.silent)
    case 'too-long':
      return new GatewayError('upstream_error', providerErrors.tooLong)
    case 'unverified':
      return new GatewayError('unverified_enclave', enclaveErrors.notProven, {
        checks: failure.checks,
      })
    case 'unreachable':
    case 'broken':
      return new GatewayError('upstream_error', providerErrors.brokeOff)
  }
}

/** Reads the upstream's own error. */
async function readRefusal(
  { head, body }: UpstreamAnswer,
  forClient: ForClient | null,
): Promise<Error> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of body) chunks.push(chunk)
  } catch {
    // Its status says the most.
  }
  const said = readSaid(Buffer.concat(chunks))
  const { message, type } = said
  if (head.status === 400 && message !== null && forClient?.passOn(type)) {
    return new GatewayError(type, message, { headers: doNotRetry })
  }
  const refusal = refusalOf(head, said)
  const trouble = troubleOfHead(head)
  const mayFollow = head.status === 429 || head.status >= 500
  if (mayFollow) return new UpstreamRefused(head, refusal, trouble)
  return trouble === null ? refusal : new UpstreamBroken(refusal, trouble)
}
