import { ehbpNames } from '#shared/ehbp/ehbp-names.ts'
import { decideVerdict } from '#shared/verdict.ts'
import {
  CallFailed,
  type BodyDoor,
  type BodyRelayRequest,
  type EnclaveProof,
  type RelayedBody,
} from '../../common/upstream.ts'
import { createSemaphore } from '../enclave/connection/semaphore.ts'
import { readToEnd } from '../enclave/connection/read-to-end.ts'
import type { AttestedSessions } from '../enclave/attested-sessions.ts'
import { post, type PostAnswer } from '../http/post.ts'
import { readHead, single } from '../http/read-head.ts'
import { failureBefore, type BoughtCallDeps } from './bought-call.ts'
import type { BoughtSession } from './bought-session.ts'

interface BodyDoorDeps extends BoughtCallDeps {
  readonly sessions: AttestedSessions<BoughtSession>
  /** Asks over a connection of its own. */
  readonly evidence: BodyDoor['evidence']
}

/** Each costs the enclave a report: so many at the same time, and so many callers may wait. */
const reports = { atOnce: 4, waiting: 64 }

/** An enclave for clients that judge its evidence themselves, and encrypt whole bodies to it. */
export function openBodyDoor(deps: BodyDoorDeps): BodyDoor {
  const { sessions, provider } = deps
  const asked = createSemaphore(reports)
  return {
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
  { endpoint, body, encapsulatedKey }: BodyRelayRequest,
  signal: AbortSignal,
  deps: BodyDoorDeps,
): Promise<RelayedBody> {
  const { session, line } = await deps.reach('any').catch((error: unknown) => {
    throw new CallFailed(failureBefore(error, deps))
  })
  let answer: PostAnswer
  try {
    answer = await post(
      line.dispatcher,
      {
        path: `${deps.prefix}${deps.provider.path({ dialect: endpoint, body, delivery: 'streamed' })}`,
        headers: {
          ...deps.credential,
          'content-type': 'application/json',
          'accept-encoding': 'identity',
          [ehbpNames.encapsulatedKey]: encapsulatedKey,
        },
        body,
        // Whether it is a stream, nobody here can read.
        bounds: { delivery: 'streamed', ...deps.bounds },
      },
      signal,
    )
  } catch (error) {
    line.end()
    deps.failed((error as CallFailed).failure)
    throw error
  }
  deps.reached()
  return {
    head: readHead(answer, 'as-it-comes'),
    responseNonce: single(answer.headers[ehbpNames.responseNonce]) ?? null,
    body: readToEnd(answer, line),
    proof: () => proofOf(session, deps),
  }
}

/** The connection ended in a verified enclave: what came over it, the gateway knows no more of. */
async function proofOf(
  { enclave, checks, required, keepEvidence }: BoughtSession,
  { provider, providerId }: BodyDoorDeps,
): Promise<EnclaveProof> {
  return {
    providerId,
    measurement: enclave.measurement,
    verifiedBy: provider.verifiedBy(enclave),
    receipt: null,
    evidence: await keepEvidence(),
    verdict: decideVerdict(checks, required),
    secondHop: 'none',
  }
}
