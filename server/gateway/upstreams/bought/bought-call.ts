import { createHash, hash } from 'node:crypto'
import type { Digest } from '#shared/digest.ts'
import { decideVerdict } from '#shared/verdict.ts'
import {
  CallFailed,
  type EnclaveProof,
  type UpstreamAnswer,
  type UpstreamFailure,
  type UpstreamRequest,
} from '../../common/upstream.ts'
import { NoConnection, type Line } from '../enclave/connection/lines.ts'
import { readToEnd } from '../enclave/connection/read-to-end.ts'
import { EnclaveUnverified } from '../enclave/establish-session.ts'
import type { Reach } from '../enclave/reach-enclave.ts'
import { Unsendable } from '../enclave/unsendable.ts'
import { post, type AnswerBounds, type PostAnswer } from '../http/post.ts'
import { readHead } from '../http/read-head.ts'
import type { BoughtProvider, PreparedRequest } from './bought-provider.ts'
import type { BoughtSession } from './bought-session.ts'
import { createAnswerIdReader } from './read-answer-id.ts'
import { refusedParts } from './refused-parts.ts'

export interface BoughtCallDeps {
  readonly providerId: string
  readonly provider: BoughtProvider
  readonly reach: Reach<BoughtSession>
  /** Of the service, which may stand below a path. */
  readonly prefix: string
  readonly credential: Readonly<Record<string, string>>
  readonly bounds: AnswerBounds
  readonly reached: () => void
  readonly failed: (failure: UpstreamFailure) => void
  /** Asks over the connection of an answer; where that is gone, over another one. */
  readonly get: (path: string, line: Line) => Promise<Uint8Array | null>
}

/** What was sent, and over which connection. */
export interface Sent {
  readonly session: BoughtSession
  readonly line: Line
  readonly requestDigest: Digest
  readonly answer: PostAnswer
}

/**
 * One request to a verified enclave of a provider, and once more where nothing came back: another boot of the enclave may be there
 * by now, with another key.
 * @throws {CallFailed}
 */
export async function callBought(
  request: UpstreamRequest,
  signal: AbortSignal,
  deps: BoughtCallDeps,
): Promise<UpstreamAnswer> {
  const sent =
    (await ask(request, { which: 'any', signal }, deps)) ??
    (await ask(request, { which: 'attested', signal }, deps))
  if (sent === null) throw new CallFailed({ kind: 'broken' })
  deps.reached()
  const { answer, line } = sent
  if (answer.status !== 200) {
    return { head: readHead(answer, 'as-it-comes'), body: readToEnd(answer, line), proof: null }
  }
  return provenAnswer(request, sent, deps)
}

interface Asking {
  readonly which: 'any' | 'attested'
  readonly signal: AbortSignal
}

/** @returns null where nothing came back, and it may be asked again @throws {CallFailed} */
async function ask(
  request: UpstreamRequest,
  { which, signal }: Asking,
  deps: BoughtCallDeps,
): Promise<Sent | null> {
  const { session, line } = await reachWhile(signal, which, deps)
  const { delivery } = request
  const get = (path: string) => deps.get(path, line)
  const prepared = await deps.provider.prepare(request, session.enclave, get)
  if (prepared === null) {
    line.release()
    return null
  }
  const { body } = prepared
  try {
    const accept = delivery === 'streamed' ? 'text/event-stream' : 'application/json'
    const answer = await post(
      line.dispatcher,
      {
        path: `${deps.prefix}${deps.provider.path(request)}`,
        headers: {
          ...deps.credential,
          accept,
          'content-type': 'application/json',
          'accept-encoding': 'identity',
          ...prepared.headers,
        },
        body,
        bounds: { delivery, ...deps.bounds },
      },
      signal,
    )
    const { status } = answer
    if (status !== 200 && prepared.isForAnother?.(status) === true && which === 'any') {
      line.end()
      return null
    }
    const requestDigest = hash('sha256', body, 'hex') as Digest
    return { session, line, requestDigest, answer: openedBy(prepared, answer) }
  } catch (error) {
    line.end()
    const { failure } = error as CallFailed
    deps.failed(failure)
    if (which === 'any' && failure.kind !== 'timeout' && !signal.aborted) return null
    throw error
  }
}

function openedBy({ open }: PreparedRequest, answer: PostAnswer): PostAnswer {
  return answer.status === 200 && open !== undefined ? open(answer) : answer
}

/** A connection to a verified enclave; who leaves meanwhile is not waited for. @throws {CallFailed} */
function reachWhile(signal: AbortSignal, which: Asking['which'], deps: BoughtCallDeps) {
  return new Promise<Awaited<ReturnType<Reach<BoughtSession>>>>((resolve, reject) => {
    const leave = () => reject(new CallFailed({ kind: 'broken' }))
    signal.addEventListener('abort', leave, { once: true })
    deps.reach(which).then(
      (reached) => {
        if (!signal.aborted) return resolve(reached)
        reached.line.release()
        leave()
      },
      (error: unknown) => reject(new CallFailed(failureBefore(error, deps))),
    )
  })
}

/** Why nothing was sent. */
export function failureBefore(
  error: unknown,
  deps: Pick<BoughtCallDeps, 'failed'>,
): UpstreamFailure {
  if (error instanceof EnclaveUnverified) {
    return { kind: 'unverified', when: 'before', checks: error.checks }
  }
  if (error instanceof Unsendable) return error.failure
  if (!(error instanceof NoConnection)) return { kind: 'broken' }
  const failure = { kind: 'unreachable', cause: error.code } as const
  deps.failed(failure)
  return failure
}

/** An answer whose proof is fetched over its own connection, which is then free for others. */
export function provenAnswer(
  { delivery, body: asked }: Pick<UpstreamRequest, 'delivery' | 'body'>,
  { session, line, answer, requestDigest }: Sent,
  deps: BoughtCallDeps,
): UpstreamAnswer {
  const digest = createHash('sha256')
  const idReader = createAnswerIdReader(delivery)

  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    let isWhole = false
    try {
      for await (const piece of answer.body) {
        digest.update(piece)
        idReader.read(piece)
        yield piece
      }
      isWhole = true
    } finally {
      if (!isWhole) line.end()
    }
  }

  async function prove(): Promise<EnclaveProof> {
    const responseDigest = digest.digest('hex') as Digest
    const id = idReader.end()
    const seen = { session, asked, requestDigest, responseDigest, id }
    try {
      const proof = await proofOf(seen, (path) => deps.get(path, line), deps)
      line.release()
      return proof
    } catch (error) {
      line.end()
      if (!(error instanceof EnclaveUnverified)) throw error
      throw new CallFailed({ kind: 'unverified', when: 'after', checks: error.checks })
    }
  }

  return { head: readHead(answer, 'as-it-comes'), body: read(), proof: prove }
}

/** @throws {EnclaveUnverified} with every check that did not pass */
async function proofOf(
  seen: Parameters<BoughtProvider['prove']>[0],
  get: Parameters<BoughtProvider['prove']>[1],
  { provider, providerId }: BoughtCallDeps,
): Promise<EnclaveProof> {
  const { session } = seen
  const { receipt, ...own } = await provider.prove(seen, get)
  const checks = [...session.checks, ...own.checks]
  const required = [...session.required, ...own.required]
  const verdict = decideVerdict(checks, required)
  if (verdict.kind !== 'verified') throw new EnclaveUnverified(refusedParts(checks, required))
  return {
    providerId,
    measurement: session.enclave.measurement,
    verifiedBy: provider.verifiedBy(session.enclave),
    receipt,
    evidence: await session.keepEvidence(),
    verdict,
    secondHop: provider.handsOn === true ? 'the provider’s claim' : 'none',
  }
}
