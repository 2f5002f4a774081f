import { hash } from 'node:crypto'
import type { Digest } from '#shared/digest.ts'
import { ehbpNames } from '#shared/ehbp/ehbp-names.ts'
import {
  CallFailed,
  type BodyDoor,
  type BodyRelayRequest,
  type RelayedBody,
} from '../../common/upstream.ts'
import { createSemaphore } from '../enclave/connection/semaphore.ts'
import { readToEnd } from '../enclave/connection/read-to-end.ts'
import type { AttestedSessions } from '../enclave/attested-sessions.ts'
import { notMet } from '../enclave/reach-enclave.ts'
import { post, type PostAnswer } from '../http/post.ts'
import { readHead, single } from '../http/read-head.ts'
import { failureBefore, provenAnswer, type BoughtCallDeps } from './bought-call.ts'
import type { BoughtSession } from './bought-session.ts'

interface BodyDoorDeps extends BoughtCallDeps {
  readonly sessions: AttestedSessions<BoughtSession>
  /** Asks over a connection of its own. */
  readonly evidence: BodyDoor['evidence']
}

/** Each costs the enclave a report: so many at the same time, and so many callers may wait. */
const reports = { atOnce: 4, waiting: 64 }

/** An enclave for clients that judge its evidence themselves, and encrypt bodies to it. */
export function openBodyDoor(deps: BodyDoorDeps): BodyDoor {
  const { sessions, provider } = deps
  const asked = createSemaphore(reports)
  const { scheme, algo } = provider.bodies
  return {
    scheme,
    algo,
    established() {
      const enclave = sessions.current()?.enclave ?? null
      if (enclave === null || enclave.encryptionKey === null) return null
      const { measurement, encryptionKey } = enclave
      return { measurement, encryptionKey, verifiedBy: provider.verifiedBy(enclave) }
    },
    evidence: (nonce) => asked.run(() => deps.evidence(nonce)),
    relay: (request, signal) => relay(request, signal, deps),
  }
}

/** Passes a body on over a connection that ends in a verified enclave, and hands on what comes back. @throws {CallFailed} */
async function relay(
  request: BodyRelayRequest,
  signal: AbortSignal,
  deps: BodyDoorDeps,
): Promise<RelayedBody> {
  const { endpoint, delivery, body } = request
  const { provider } = deps
  const { session, line } = await reachFor(request, deps)
  const headers = await provider.bodies.headers(request, (path) => deps.get(path, line))
  if (headers === null) {
    line.release()
    throw new CallFailed({ kind: 'unsendable', ...notMet })
  }
  let answer: PostAnswer
  try {
    answer = await post(
      line.dispatcher,
      {
        path: `${deps.prefix}${provider.path({ dialect: endpoint, body, delivery })}`,
        headers: {
          ...deps.credential,
          'content-type': 'application/json',
          'accept-encoding': 'identity',
          ...headers,
        },
        body,
        bounds: { delivery, ...deps.bounds },
      },
      signal,
    )
  } catch (error) {
    line.end()
    deps.failed((error as CallFailed).failure)
    throw error
  }
  deps.reached()
  const responseNonce = single(answer.headers[ehbpNames.responseNonce]) ?? null
  if (answer.status !== 200) {
    const head = readHead(answer, 'as-it-comes')
    return { head, responseNonce, body: readToEnd(answer, line), proof: null }
  }
  const requestDigest = hash('sha256', body, 'hex') as Digest
  return { ...provenAnswer(request, { session, line, answer, requestDigest }, deps), responseNonce }
}

/** A connection to the enclave whose key was encrypted to: it may have another one since it was attested. @throws {CallFailed} */
async function reachFor({ sealedTo }: BodyRelayRequest, deps: BodyDoorDeps) {
  const wanted = sealedTo === null ? {} : { sealedTo }
  const isKnown = deps.sessions
    .all()
    .some(({ enclave }) => sealedTo === null || enclave.encryptionKey === sealedTo)
  try {
    return await deps.reach(isKnown ? 'any' : 'attested', wanted)
  } catch (error) {
    throw new CallFailed(failureBefore(error, deps))
  }
}
