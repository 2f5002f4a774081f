import type { Dispatcher } from 'undici'
import type {
  AnswerSink,
  EnclaveProof,
  RelayRequest,
  UpstreamCall,
  UpstreamRequest,
} from '../upstream.ts'
import { dispatchAnswer, single, type ConnectionFailure } from '../upstream-http/dispatch-answer.ts'
import { createAnswerEvents, toFailure } from './answer-events.ts'
import type { Session } from './establish-session.ts'
import { prepareCall, type PreparedCall } from './prepare-call.ts'
import type { SeenExchange } from './prove-answer.ts'
import { Unsendable } from './unsendable.ts'

export interface EnclaveCallDeps {
  /** Connections that end where a session's channel leads. */
  readonly dispatcherFor: (channel: Session['channel']) => Dispatcher
  /** Path of the service's chat completions. */
  readonly path: string
  readonly credential: Readonly<Record<string, string>>
  readonly ready: () => Promise<Session>
  /** Attests again after a connection that was not accepted, or broke before it answered. */
  readonly renew: () => Promise<Session>
  readonly prove: (seen: SeenExchange) => Promise<EnclaveProof>
  readonly nowSeconds: () => number
  readonly reached: () => void
  readonly failed: (failure: ConnectionFailure) => void
  /** Told a keyset digest that an answer's head names; a hint, nothing more. */
  readonly hint: (digest: string) => void
}

/** One chat request to a verified enclave; its answer ends only with a proof, or with a failure. */
export function callEnclave(
  request: UpstreamRequest | RelayRequest,
  sink: AnswerSink,
  deps: EnclaveCallDeps,
): UpstreamCall {
  let inner: UpstreamCall | null = null
  let aborted = false
  let paused = false

  async function start(get: () => Promise<Session>, isRepeat: boolean): Promise<void> {
    try {
      const session = await get()
      const prepared = prepareCall(request, session, deps.nowSeconds())
      if (!aborted) send(session, prepared, isRepeat)
    } catch (error) {
      if (aborted) return
      sink.fail(error instanceof Unsendable ? error.failure : toFailure(error, 'before'))
    }
  }

  function send(session: Session, prepared: PreparedCall, isRepeat: boolean): void {
    const events = createAnswerEvents({
      session,
      prepared,
      request,
      sink,
      prove: deps.prove,
      nowSeconds: deps.nowSeconds,
      isAborted: () => aborted,
      abort: () => inner?.abort(),
      began(headers) {
        deps.reached()
        deps.hint(single(headers['x-aci-keyset-digest']) ?? '')
      },
      repeats(refusal) {
        // Sessions are replaced within minutes, and each replica has its own: once more, and not again.
        // What a client encrypted cannot be sent twice: its nonce is used up.
        const mayRepeat = !isRepeat && !('headers' in request)
        if (!mayRepeat || refusal !== 'session_not_accepted') return false
        void start(deps.renew, true)
        return true
      },
    })
    inner = dispatchAnswer(
      deps.dispatcherFor(session.channel),
      {
        path: deps.path,
        headers: { ...prepared.headers, ...deps.credential },
        body: prepared.body,
      },
      {
        ...events,
        fail(failure) {
          deps.failed(failure)
          // Nothing came back: another boot of the enclave may be there by now, with other keys.
          const mayRepeat = !events.hasBegun() && !isRepeat && failure.kind !== 'timeout'
          if (mayRepeat) void start(deps.renew, true)
          else sink.fail(failure)
        },
      },
    )
    if (paused) inner.pause()
  }

  void start(deps.ready, false)
  return {
    abort() {
      aborted = true
      inner?.abort()
    },
    pause() {
      paused = true
      inner?.pause()
    },
    resume() {
      paused = false
      inner?.resume()
    },
  }
}
