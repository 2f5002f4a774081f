import type { Route } from '../catalogue/catalogue.ts'
import { GatewayError, doNotRetry } from '../errors.ts'
import type {
  AnswerHead,
  AnswerSink,
  UpstreamCall,
  UpstreamFailure,
  UpstreamRequest,
} from '../upstream.ts'

/** Receives the body of a successful answer. After `abort` of the call it hears nothing more. */
export type BodySink = Pick<AnswerSink, 'data' | 'end' | 'fail'>

/** The upstream was never reached, so another route may serve the same request. */
export class UpstreamUnreachable extends Error {
  override readonly name = 'UpstreamUnreachable'
}

interface CallInput {
  readonly route: Route
  readonly request: UpstreamRequest
  readonly signal: AbortSignal
  /**
   * Called once, when a successful answer begins; gives who receives its body. May throw a
   * GatewayError to refuse the answer.
   */
  readonly accept: (head: AnswerHead, call: UpstreamCall) => BodySink
}

/** The caller went away before an answer began: nobody is left to tell. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone'
}

const errorBodyLimitBytes = 64 * 1024

/**
 * Resolves once a successful answer has begun and `accept` took it.
 * @throws {GatewayError} upstream_error, upstream_timeout, or what `accept` threw
 * @throws {UpstreamUnreachable}
 * @throws {CallerGone}
 */
export function callUpstream({ route, request, signal, accept }: CallInput): Promise<void> {
  return new Promise((resolve, reject) => {
    let body: BodySink | null = null

    const call: UpstreamCall = route.upstream.send(request, {
      head(head) {
        try {
          body = head.status === 200 ? accept(head, call) : refusalReader(head, reject)
          if (head.status === 200) resolve()
        } catch (error) {
          call.abort()
          reject(error as Error)
        }
      },
      data(chunk) {
        body?.data(chunk)
      },
      end() {
        body?.end()
      },
      fail(failure) {
        if (body) body.fail(failure)
        else if (failure.kind === 'unreachable') reject(new UpstreamUnreachable())
        else reject(failureError(failure))
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

/** The error of an answer that broke off, or never began. */
export function failureError(failure: UpstreamFailure): GatewayError {
  return failure.kind === 'timeout'
    ? new GatewayError('upstream_timeout', 'The upstream was silent for too long.')
    : new GatewayError('upstream_error', 'The connection to the upstream broke off.')
}

/** Reads the upstream's own error. Its message is passed on for 4xx only (design.md section 3). */
function refusalReader(head: AnswerHead, reject: (error: GatewayError) => void): BodySink {
  const chunks: Uint8Array[] = []
  let size = 0
  const finish = () => reject(refusal(head, Buffer.concat(chunks).toString('utf8')))
  return {
    data(chunk) {
      size += chunk.length
      if (size <= errorBodyLimitBytes) chunks.push(chunk)
    },
    end: finish,
    fail: finish,
  }
}

function refusal({ status, retryAfter }: AnswerHead, body: string): GatewayError {
  const isCallersFault = status >= 400 && status < 500
  const isTemporary = !isCallersFault || status === 408 || status === 429
  const message = isCallersFault ? messageOf(body) : null
  return new GatewayError(
    'upstream_error',
    `The upstream refused the request with status ${status}${message === null ? '.' : `: ${message}`}`,
    {
      extra: { upstream_status: status },
      headers: {
        ...(isTemporary ? {} : doNotRetry),
        ...(isTemporary && retryAfter !== null && /^\d{1,9}$/.test(retryAfter)
          ? { 'retry-after': retryAfter }
          : {}),
      },
    },
  )
}

function messageOf(body: string): string | null {
  try {
    const document = JSON.parse(body) as {
      error?: { message?: unknown } | string
      message?: unknown
    }
    const { error } = document
    const message = typeof error === 'string' ? error : (error?.message ?? document.message)
    return typeof message === 'string' ? message.slice(0, 4_000) : null
  } catch {
    return null
  }
}
