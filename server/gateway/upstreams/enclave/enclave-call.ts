import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { AciDigest } from '#shared/aci/parse-keyset.ts'
import { fail } from '#shared/checks.ts'
import { refusedChecks } from '#shared/aci/six-verifications.ts'
import { FormatError } from '#shared/errors.ts'
import {
  CallFailed,
  type AnswerHead,
  type EnclaveProof,
  type InTurn,
  type RelayRequest,
  type UpstreamAnswer,
  type UpstreamFailure,
  type UpstreamRequest,
} from '../../common/upstream.ts'
import { post, type AnswerBounds, type PostAnswer, type PostRequest } from '../http/post.ts'
import { readHead, single } from '../http/read-head.ts'
import { EnclaveUnverified, type AttestedSession } from './establish-session.ts'
import { NoConnection, type Line } from './connection/lines.ts'
import type { PeerKey } from './connection/open-connection.ts'
import { readToEnd } from './connection/read-to-end.ts'
import { endpointOf, prepareCall, type PreparedCall } from './prepare-call.ts'
import type { SeenExchange } from './prove-answer.ts'
import { readAnswer } from './read-answer.ts'
import type { Reach, Reached, Which } from './reach-enclave.ts'
import {
  hostRefusedChecks,
  isForAnotherKey,
  mayBeRefusal,
  readHostRefusal,
} from './read-refusal.ts'
import { Unsendable } from './unsendable.ts'

export interface EnclaveCallDeps {
  readonly reach: Reach<AttestedSession>
  /** Of the service, which may stand below a path. */
  readonly prefix: string
  readonly credential: Readonly<Record<string, string>>
  readonly bounds: AnswerBounds
  readonly inTurn: InTurn
  /** @param line over which the answer came */
  readonly prove: (seen: SeenExchange, line: Line) => Promise<EnclaveProof>
  readonly nowSeconds: () => number
  readonly reached: () => void
  readonly failed: (failure: UpstreamFailure) => void
  /**
   * Told a keyset digest that an answer's head names; a hint, nothing more. With a connection that is free, the one
   * at its other end is attested, and not whom a balancer leads to next.
   */
  readonly hint: (digest: string, free?: Line) => void
}

type EnclaveRequest = UpstreamRequest | RelayRequest

/** What was sent, and over which connection. */
interface Sent {
  readonly session: AttestedSession
  readonly prepared: PreparedCall
  readonly line: Line
  /** Unix seconds. */
  readonly from: number
}

/** Why a request is sent again. */
interface Again {
  readonly why: 'broken' | 'replaced' | 'other-key'
  readonly avoided?: PeerKey
}

/** Connections over which a request is sent that each met a replica without its key. */
const mostOtherKeys = 16

/**
 * One chat request to a verified enclave, and once more where that may help: nothing came back, since another boot of the
 * enclave may be there by now, with other keys; or its session was replaced, which happens within minutes, and each replica
 * has its own. What a client encrypted is not sent twice after that: its nonce is used up. A replica that does not have the
 * key decrypted nothing, so another connection is tried.
 * @throws {CallFailed}
 */
export async function callEnclave(
  request: EnclaveRequest,
  signal: AbortSignal,
  deps: EnclaveCallDeps,
): Promise<UpstreamAnswer> {
  let begun: Begin = { which: 'any', signal }
  let mayRepeat = true
  for (let otherKeys = 0; ;) {
    const sent = await begin(request, begun, deps)
    const may = { signal, mayRepeat, mayMeetAnother: otherKeys < mostOtherKeys }
    const outcome = await ask(request, sent, may, deps)
    if ('head' in outcome) return outcome
    const { why, avoided } = outcome
    if (why === 'other-key') otherKeys += 1
    else mayRepeat = false
    begun = { which: why === 'other-key' ? 'fresh' : 'attested', signal, avoided }
  }
}

interface Begin {
  readonly which: Which
  readonly signal: AbortSignal
  readonly avoided?: PeerKey | undefined
}

/** A connection, and what is to be sent over it; who leaves meanwhile is not waited for. */
function begin(request: EnclaveRequest, how: Begin, deps: EnclaveCallDeps): Promise<Sent> {
  const { signal } = how
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new CallFailed({ kind: 'broken' })), {
      once: true,
    })
    prepare(request, how, deps).then(resolve, reject)
  })
}

async function prepare(
  request: EnclaveRequest,
  { which, avoided, signal }: Begin,
  deps: EnclaveCallDeps,
): Promise<Sent> {
  let reached: Reached<AttestedSession> | null = null
  try {
    const sealedTo = 'headers' in request ? request.serviceKey : undefined
    reached = await deps.reach(which, { avoided, sealedTo })
    const { session, line } = reached
    const prepared = await prepareCall(request, session, deps)
    signal.throwIfAborted()
    return { session, prepared, line: lineWhile(signal, line), from: deps.nowSeconds() }
  } catch (error) {
    reached?.line.release()
    throw new CallFailed(failureBefore(error, deps))
  }
}

/** The same line, which ends when nobody wants the answer any more, as long as it is not given back. */
function lineWhile(signal: AbortSignal, line: Line): Line {
  const end = () => line.end()
  signal.addEventListener('abort', end, { once: true })
  return {
    ...line,
    release() {
      signal.removeEventListener('abort', end)
      line.release()
    },
  }
}

interface Ask {
  readonly signal: AbortSignal
  readonly mayRepeat: boolean
  /** Whether it may be sent to one more replica after one that does not have the key. */
  readonly mayMeetAnother: boolean
}

/** @returns the answer, or why it is to be sent again */
async function ask(
  request: EnclaveRequest,
  sent: Sent,
  { signal, mayRepeat, mayMeetAnother }: Ask,
  deps: EnclaveCallDeps,
): Promise<UpstreamAnswer | Again> {
  const { line, prepared, session } = sent
  let answer: PostAnswer
  try {
    answer = await post(line.dispatcher, postOf(prepared, request, deps), signal)
  } catch (error) {
    line.end()
    const { failure } = error as CallFailed
    deps.failed(failure)
    if (mayRepeat && failure.kind !== 'timeout' && !signal.aborted) {
      return { why: 'broken' }
    }
    throw error
  }
  deps.reached()
  const keyset = single(answer.headers['x-aci-keyset-digest']) ?? ''
  if (answer.status !== 400) deps.hint(keyset)
  if (answer.status === 200 && request.asks !== 'count') return proven(answer, request, sent, deps)
  const body = readToEnd(answer, line)
  const { status } = answer
  if (!mayBeRefusal(status)) return { head: headOf(answer, session), body, proof: null }
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  const error = Buffer.concat(pieces)
  if (status === 400) deps.hint(keyset, line)
  if (mayMeetAnother && isForAnotherKey(status, error)) return { why: 'other-key' }
  const refusal = readHostRefusal(status, error)
  if (refusal === null) {
    return { head: headOf(answer, session), body: Readable.from(pieces), proof: null }
  }
  const isReplaced = refusal === 'session_not_accepted' && !('headers' in request)
  if (mayRepeat && isReplaced) return { why: 'replaced', avoided: line.peer }
  const checks = hostRefusedChecks(refusal, session)
  throw new CallFailed({ kind: 'unverified', when: 'after', checks })
}

function headOf(answer: PostAnswer, { channel }: AttestedSession): AnswerHead {
  return readHead(answer, channel === 'tls' ? 'as-it-comes' : 'at-the-end')
}

/** An answer whose proof is fetched over its own connection, which is then free for others. */
function proven(
  answer: PostAnswer,
  { delivery }: EnclaveRequest,
  { session, prepared, line, from }: Sent,
  deps: EnclaveCallDeps,
): UpstreamAnswer {
  const hash = createHash('sha256')
  const to = deps.nowSeconds()

  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    let isWhole = false
    try {
      yield* readAnswer(answer.body, hash, { sealed: prepared.sealed, delivery })
      isWhole = true
    } catch (error) {
      throw failed(error)
    } finally {
      if (!isWhole) line.end()
    }
  }

  async function prove(): Promise<EnclaveProof> {
    const { endpoint, model, requestDigest } = prepared
    const responseDigest: AciDigest = `sha256:${hash.digest('hex')}`
    const receiptId = single(answer.headers['x-receipt-id']) ?? null
    const seen = { session, endpoint, model, requestDigest, responseDigest, receiptId }
    try {
      const proof = await deps.prove({ ...seen, beganBetween: [from, to] }, line)
      line.release()
      return proof
    } catch (error) {
      line.end()
      throw failed(error)
    }
  }

  return { head: headOf(answer, session), body: read(), proof: prove }
}

/** Why nothing was sent. */
function failureBefore(error: unknown, deps: EnclaveCallDeps): UpstreamFailure {
  if (error instanceof Unsendable) return error.failure
  if (!(error instanceof NoConnection)) return failureOf(error, 'before')
  const failure = { kind: 'unreachable', cause: error.code } as const
  deps.failed(failure)
  return failure
}

function failed(error: unknown): CallFailed {
  return error instanceof CallFailed ? error : new CallFailed(failureOf(error, 'after'))
}

/** What could not be verified or read becomes the refusal that names it. */
function failureOf(error: unknown, when: 'before' | 'after'): UpstreamFailure {
  if (error instanceof EnclaveUnverified) return { kind: 'unverified', when, checks: error.checks }
  if (!(error instanceof FormatError)) return { kind: 'broken' }
  const check = fail('e2ee.encrypted', error.message)
  return { kind: 'unverified', when, checks: refusedChecks([check], ['e2ee.encrypted']) }
}

function postOf(
  prepared: PreparedCall,
  request: EnclaveRequest,
  deps: EnclaveCallDeps,
): PostRequest {
  return {
    path: `${deps.prefix}${request.asks === 'count' ? countPath : pathsBelow[endpointOf(request)]}`,
    headers: { ...prepared.headers, ...deps.credential },
    body: prepared.body,
    bounds: boundsOf(prepared, request, deps),
  }
}

/** Below `/v1`, which the prefix ends in. */
const pathsBelow = { chat: '/chat/completions', embeddings: '/embeddings' } as const
const countPath = '/messages/count_tokens'

/** Longest buffered answer that the gateway opens itself: it takes a tenth of a second. */
const openedBytes = 4 * 1024 * 1024

function boundsOf(
  { sealed }: PreparedCall,
  { delivery }: EnclaveRequest,
  { bounds }: EnclaveCallDeps,
): PostRequest['bounds'] {
  const bytes = sealed === null ? bounds.bytes : Math.min(bounds.bytes, openedBytes)
  return { delivery, bytes, ms: bounds.ms }
}
