import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import { GatewayError, doNotRetry } from '../errors.ts'
import type { AnswerHead, AnswerSink, UpstreamCall, UpstreamFailure } from '../upstream.ts'
import type { BodySink } from './body-sink.ts'
import type { ForClient } from './for-client.ts'
import { freshenSigner } from './freshen-signer.ts'
import { notACompletion } from './stream-errors.ts'
import { readSaid, refusalOf } from './upstream-refusal.ts'
import {
  documentOf,
  troubleOfFailure,
  troubleOfHead,
  type UpstreamTrouble,
} from './upstream-trouble.ts'

/** The upstream was sent nothing, so another route may serve the same request. */
export class UpstreamUnreachable extends Error {
  override readonly name = 'UpstreamUnreachable'
  /** Why an enclave was not verified; null when it was a matter of the connection. */
  readonly checks: readonly RefusedCheck[] | null

  constructor(checks: readonly RefusedCheck[] | null) {
    super('the upstream was not reached')
    this.checks = checks
  }
}

/** The upstream was sent the request, and says that it did not answer it: another of its mode may. */
export class UpstreamRefused extends Error {
  override readonly name = 'UpstreamRefused'
  /** 429, or 500 and above. */
  readonly status: number
  /** As sent. */
  readonly retryAfter: string | null
  /** What the caller is told where no other answers. */
  readonly refusal: GatewayError

  constructor({ status, retryAfter }: AnswerHead, refusal: GatewayError) {
    super('the upstream refused the request')
    this.status = status
    this.retryAfter = retryAfter
    this.refusal = refusal
  }
}

/** After which another route may serve the same request. */
export type LegFailure = UpstreamUnreachable | UpstreamRefused

export interface CallInput {
  readonly send: (sink: AnswerSink) => UpstreamCall
  readonly signal: AbortSignal
  /**
   * Called once, when a successful answer begins; gives who receives its body. May throw a
   * GatewayError to refuse the answer.
   */
  readonly accept: (head: AnswerHead, call: UpstreamCall) => BodySink
  /** Reads the signer's terms where that was not done lately; null where it was. Never rejects. */
  readonly freshen: () => Promise<void> | null
  /** Null where the answer is the gateway's to read. */
  readonly forClient: ForClient | null
  readonly report: (trouble: Omit<UpstreamTrouble, 'upstream'>) => void
}

/** The caller went away before an answer began: nobody is left to tell. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone'
}

/**
 * Resolves once a successful answer has begun and `accept` took it.
 * @throws {GatewayError} upstream_error, upstream_timeout, or what `accept` threw
 * @throws {LegFailure}
 * @throws {CallerGone}
 */
export function callUpstream(input: CallInput): Promise<void> {
  const { send, signal, accept, freshen, forClient, report } = input
  return new Promise((resolve, reject) => {
    let body: BodySink | null = null
    let isRefusal = false

    const call: UpstreamCall = send({
      head(head) {
        try {
          body =
            head.status === 200
              ? freshenSigner(accept(head, call), freshen)
              : refusalReader(head, forClient, reject)
          isRefusal = head.status !== 200
          const trouble = isRefusal ? troubleOfHead(head) : null
          if (trouble !== null) report(trouble)
          if (!isRefusal) resolve()
        } catch (error) {
          report({ kind: 'unreadable', status: 200, cause: documentOf(head) })
          call.abort()
          reject(error as Error)
        }
      },
      data(chunk) {
        body?.data(chunk)
      },
      end(proof) {
        body?.end(proof)
      },
      fail(failure) {
        if (failure.kind !== 'unsendable' && !isRefusal) report(troubleOfFailure(failure))
        if (body) body.fail(failure)
        else reject(refusedBeforehand(failure))
      },
    })
    const abort = () => {
      call.abort()
      reject(new CallerGone())
    }
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}

function refusedBeforehand(failure: UpstreamFailure): Error {
  if (failure.kind === 'unreachable') return new UpstreamUnreachable(null)
  if (failure.kind === 'unverified' && failure.when === 'before') {
    return new UpstreamUnreachable(failure.checks)
  }
  return failureError(failure)
}

/** The error of an answer that broke off, was not proven, or never began. */
export function failureError(failure: UpstreamFailure): GatewayError {
  switch (failure.kind) {
    case 'timeout':
      return new GatewayError(
        'upstream_timeout',
        'The upstream was silent for too long, or did not come to an end.',
      )
    case 'too-long':
      return new GatewayError('upstream_error', 'The answer of the upstream is too long.')
    case 'unreadable':
      return notACompletion(failure.error)
    case 'unverified':
      return unverifiedEnclave(failure.checks)
    case 'unsendable': {
      const { code, message, param } = failure
      return new GatewayError(code, message, {
        ...(param === null ? {} : { param }),
        headers: doNotRetry,
      })
    }
    case 'unreachable':
    case 'broken':
      return new GatewayError('upstream_error', 'The connection to the upstream broke off.')
  }
}

function unverifiedEnclave(checks: readonly RefusedCheck[]): GatewayError {
  return new GatewayError(
    'unverified_enclave',
    'Where an answer is from could not be proven: none is delivered.',
    { checks },
  )
}

/** Reads the upstream's own error. */
function refusalReader(
  head: AnswerHead,
  forClient: ForClient | null,
  reject: (error: GatewayError | UpstreamRefused) => void,
): BodySink {
  const chunks: Uint8Array[] = []
  const finish = () => {
    const said = readSaid(Buffer.concat(chunks))
    const { message, type } = said
    if (head.status === 400 && message !== null && forClient?.passOn(type)) {
      reject(new GatewayError(type, message, { headers: doNotRetry }))
    } else {
      const refusal = refusalOf(head, said)
      const mayFollow = head.status === 429 || head.status >= 500
      reject(mayFollow ? new UpstreamRefused(head, refusal) : refusal)
    }
  }
  return {
    data(chunk) {
      chunks.push(chunk)
    },
    end: finish,
    fail: finish,
  }
}
