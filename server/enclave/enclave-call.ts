import type {
  AnswerSink,
  EnclaveProof,
  InTurn,
  RelayRequest,
  UpstreamCall,
  UpstreamFailure,
  UpstreamRequest,
} from '../upstream.ts'
import type { AnswerBounds, Bounds } from '../upstream-http/bound-answer.ts'
import type { ConnectionFailure } from '../upstream-http/answer-events.ts'
import { dispatchAnswer, single } from '../upstream-http/dispatch-answer.ts'
import { createAnswerEvents, toFailure } from './answer-events.ts'
import { NoConnection, type Line } from './lines.ts'
import type { PeerKey } from './open-connection.ts'
import { endpointOf, prepareCall, type PreparedCall } from './prepare-call.ts'
import type { SeenExchange } from './prove-answer.ts'
import type { Reach, Reached } from './reach-enclave.ts'
import { Unsendable } from './unsendable.ts'

export interface EnclaveCallDeps {
  readonly reach: Reach
  /** Of the service, which may stand below a path. */
  readonly prefix: string
  readonly credential: Readonly<Record<string, string>>
  readonly bounds: AnswerBounds
  readonly inTurn: InTurn
  /** @param line over which the answer came */
  readonly prove: (seen: SeenExchange, line: Line) => Promise<EnclaveProof>
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
  let endLine = () => {}

  async function start(attempt: 'first' | 'repeat', avoided?: PeerKey): Promise<void> {
    let reached: Reached | null = null
    try {
      reached = await deps.reach(attempt === 'first' ? 'any' : 'attested', avoided)
      const prepared = await prepareCall(request, reached.session, deps)
      if (aborted) reached.line.release()
      else send(reached, prepared, attempt)
    } catch (error) {
      reached?.line.release()
      if (!aborted) sink.fail(failureBefore(error, deps))
    }
  }

  function send(
    { session, line }: Reached,
    prepared: PreparedCall,
    attempt: 'first' | 'repeat',
  ): void {
    const events = createAnswerEvents({
      session,
      prepared,
      request,
      sink: givingBack(line, sink),
      prove: (seen) => deps.prove(seen, line),
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
        const mayRepeat = attempt === 'first' && !('headers' in request)
        if (!mayRepeat || refusal !== 'session_not_accepted') return false
        line.release()
        void start('repeat', line.peer)
        return true
      },
    })
    endLine = () => line.end()
    inner = dispatchAnswer(line.dispatcher, postOf(prepared, request, deps), {
      ...events,
      fail(failure) {
        line.end()
        deps.failed(failure)
        // Nothing came back: another boot of the enclave may be there by now, with other keys.
        const mayRepeat = !events.hasBegun() && attempt === 'first' && failure.kind !== 'timeout'
        if (mayRepeat) void start('repeat')
        else sink.fail(failure)
      },
    })
    if (paused) inner.pause()
  }

  void start('first')
  return {
    abort() {
      aborted = true
      inner?.abort()
      endLine()
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

/** Why nothing was sent. */
function failureBefore(error: unknown, { failed }: EnclaveCallDeps): UpstreamFailure {
  if (error instanceof Unsendable) return error.failure
  if (!(error instanceof NoConnection)) return toFailure(error, 'before')
  failed({ kind: 'unreachable' })
  return { kind: 'unreachable', cause: error.code }
}

/** The connection is free for others once the caller has been told how it ended. */
function givingBack(line: Line, sink: AnswerSink): AnswerSink {
  return {
    ...sink,
    end(proof) {
      line.release()
      sink.end(proof)
    },
    fail(failure) {
      line.end()
      sink.fail(failure)
    },
  }
}

function postOf(
  prepared: PreparedCall,
  request: UpstreamRequest,
  deps: EnclaveCallDeps,
): Parameters<typeof dispatchAnswer>[1] {
  return {
    path: `${deps.prefix}${pathsBelow[endpointOf(request)]}`,
    headers: { ...prepared.headers, ...deps.credential },
    body: prepared.body,
    bounds: boundsOf(prepared, request, deps),
  }
}

/** Below `/v1`, which the prefix ends in. */
const pathsBelow = { chat: '/chat/completions', embeddings: '/embeddings' } as const

/** Longest buffered answer that the gateway opens itself: it takes a tenth of a second. */
const openedBytes = 4 * 1024 * 1024

function boundsOf(
  { sealed }: PreparedCall,
  { delivery }: UpstreamRequest,
  { bounds }: EnclaveCallDeps,
): Bounds {
  const bytes = sealed === null ? bounds.bytes : Math.min(bounds.bytes, openedBytes)
  return { delivery, bytes, ms: bounds.ms }
}
