import { hash } from 'node:crypto'
import type { Dispatcher } from 'undici'
import type { AciDigest } from '#shared/aci/parse-keyset.ts'
import { fail } from '#shared/checks.ts'
import { refusedChecks } from '#shared/aci/six-verifications.ts'
import type { SealedRequest } from '#shared/e2ee/e2ee-client.ts'
import { FormatError } from '#shared/errors.ts'
import type {
  AnswerSink,
  EnclaveProof,
  InTurn,
  RelayRequest,
  UpstreamCall,
  UpstreamRequest,
} from '../upstream.ts'
import type { AnswerBounds, Bounds } from '../upstream-http/bound-answer.ts'
import {
  dispatchAnswer,
  readHead,
  single,
  type ConnectionFailure,
} from '../upstream-http/dispatch-answer.ts'
import { EnclaveUnverified, type Session } from './establish-session.ts'
import { modelOf, type SeenExchange } from './prove-answer.ts'
import { createOpeningReader, createPlainReader, type AnswerReader } from './read-answer.ts'
import { requireVerifiedHost } from './require-verified-host.ts'
import { sealForEnclave, Unsendable } from './seal-for-enclave.ts'

export interface EnclaveCallDeps {
  /** Connections that end where a session's channel leads. */
  readonly dispatcherFor: (channel: Session['channel']) => Dispatcher
  /** Path of the service's chat completions. */
  readonly path: string
  readonly credential: Readonly<Record<string, string>>
  readonly bounds: AnswerBounds
  readonly inTurn: InTurn
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

/** What goes out, and how its answer is read. */
interface Prepared {
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly model: string
  /** Null on the relay. */
  readonly requestDigest: AciDigest | null
  /** Null where the bytes are handed on as they come. */
  readonly sealed: SealedRequest | null
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
      const prepared = await prepare(request, session, deps)
      if (!aborted) send(session, prepared, isRepeat)
    } catch (error) {
      if (aborted) return
      sink.fail(error instanceof Unsendable ? error.failure : toFailure(error, 'before'))
    }
  }

  function send(session: Session, prepared: Prepared, isRepeat: boolean): void {
    const events = createEvents({ session, prepared, request, sink, isAborted: () => aborted })
    inner = dispatchAnswer(
      deps.dispatcherFor(session.channel),
      {
        path: deps.path,
        headers: { ...prepared.headers, ...deps.credential },
        body: prepared.body,
        bounds: boundsOf(prepared, request, deps),
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

  function createEvents(input: EventsInput) {
    return answerEvents({ ...input, abort: () => inner?.abort() }, deps)
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

/** Longest buffered answer that the gateway opens itself: it takes a tenth of a second. */
const openedBytes = 4 * 1024 * 1024

function boundsOf(
  { sealed }: Prepared,
  { delivery }: UpstreamRequest,
  { bounds }: EnclaveCallDeps,
): Bounds {
  const bytes = sealed === null ? bounds.bytes : Math.min(bounds.bytes, openedBytes)
  return { delivery, bytes, ms: bounds.ms }
}

/** @throws {Unsendable} when the request cannot be encrypted */
async function prepare(
  request: UpstreamRequest | RelayRequest,
  session: Session,
  { inTurn, nowSeconds }: EnclaveCallDeps,
): Promise<Prepared> {
  const { body, delivery } = request
  const accept = { accept: delivery === 'streamed' ? 'text/event-stream' : 'application/json' }
  const headers = { ...accept, 'content-type': 'application/json', 'accept-encoding': 'identity' }
  const model = await inTurn(body.length, () => modelOf(body))
  if ('headers' in request) {
    return {
      body,
      headers: { ...headers, ...request.headers },
      model,
      requestDigest: null,
      sealed: null,
    }
  }
  if (session.channel === 'tls') {
    return inTurn(body.length, () => {
      const sent = session.enclave.serving === 'direct' ? body : requireVerifiedHost(body)
      const requestDigest: AciDigest = `sha256:${hash('sha256', sent, 'hex')}`
      return { body: sent, headers, model, requestDigest, sealed: null }
    })
  }
  const sealed = await sealForEnclave(body, session, { nowSeconds: nowSeconds(), inTurn })
  return {
    body: Buffer.from(sealed.body),
    headers: { ...headers, ...sealed.headers },
    model,
    requestDigest: `sha256:${sealed.restoredDigest}`,
    sealed,
  }
}

interface EventsInput {
  readonly session: Session
  readonly prepared: Prepared
  readonly request: UpstreamRequest
  readonly sink: AnswerSink
  readonly isAborted: () => boolean
}

function answerEvents(input: EventsInput & { readonly abort: () => void }, deps: EnclaveCallDeps) {
  const { session, prepared, request, sink } = input
  const from = deps.nowSeconds()
  const emit = (bytes: Uint8Array) => sink.data(bytes)
  const reader: AnswerReader =
    prepared.sealed === null
      ? createPlainReader(emit)
      : createOpeningReader(prepared.sealed, request.delivery, emit)
  let status = 0
  let receiptId: string | null = null
  let to = from
  let over = false

  function guarded(step: () => void): void {
    try {
      step()
    } catch (error) {
      over = true
      input.abort()
      sink.fail(toFailure(error, 'after'))
    }
  }

  async function finish(): Promise<void> {
    try {
      const proof = await deps.prove({
        session,
        model: prepared.model,
        requestDigest: prepared.requestDigest,
        responseDigest: reader.digest(),
        receiptId,
        beganBetween: [from, to],
      })
      if (!input.isAborted()) sink.end(proof)
    } catch (error) {
      if (!input.isAborted()) sink.fail(toFailure(error, 'after'))
    }
  }

  return {
    hasBegun: () => status !== 0,
    head(code: number, headers: Parameters<typeof readHead>[1]) {
      status = code
      to = deps.nowSeconds()
      deps.reached()
      receiptId = single(headers['x-receipt-id']) ?? null
      deps.hint(single(headers['x-aci-keyset-digest']) ?? '')
      sink.head(readHead(code, headers, session.channel === 'tls' ? 'as-it-comes' : 'at-the-end'))
    },
    data(chunk: Uint8Array) {
      if (over) return
      if (status === 200) guarded(() => reader.data(chunk))
      else sink.data(chunk)
    },
    end() {
      if (over) return
      if (status !== 200) {
        sink.end(null)
        return
      }
      guarded(() => reader.end())
      if (!over) void finish()
    },
  }
}

/** What could not be verified or read becomes the refusal that names it. */
function toFailure(error: unknown, when: 'before' | 'after') {
  if (error instanceof EnclaveUnverified) {
    return { kind: 'unverified', when, checks: error.checks } as const
  }
  if (error instanceof FormatError) {
    const check = fail('e2ee.encrypted', error.message)
    return { kind: 'unverified', when, checks: refusedChecks([check], ['e2ee.encrypted']) } as const
  }
  return { kind: 'broken' } as const
}
