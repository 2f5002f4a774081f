import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import { createSessionDocuments } from '#shared/aci/session-documents.ts'
import type { EnclavePolicy } from '#shared/aci/appraise-report.ts'
import { askReplicas } from '../enclave/ask-replicas.ts'
import { createAttestedSessions } from '../enclave/attested-sessions.ts'
import type { CollateralSource } from '../enclave/collateral-source.ts'
import { callEnclave, type EnclaveCallDeps } from '../enclave/enclave-call.ts'
import { readAddress } from '../enclave/enclave-client.ts'
import {
  establishSession,
  noReport,
  platformOf,
  type AttestedSession,
} from '../enclave/establish-session.ts'
import { findReport } from '../enclave/find-report.ts'
import { createLines, type Line } from '../enclave/lines.ts'
import { proveAnswer } from '../enclave/prove-answer.ts'
import { createReach } from '../enclave/reach-enclave.ts'
import { withHostCollateral } from '../enclave/with-host-collateral.ts'
import { createTurnstile } from '../enclave/turnstile.ts'
import type { Availability, InTurn, Upstream } from '../upstream.ts'
import { createBackOff } from '../upstream-http/back-off.ts'

export interface AciOptions {
  readonly id: string
  /** With `/v1`. */
  readonly baseUrl: string
  readonly key: string | null
  readonly policy: EnclavePolicy
  readonly collateral: CollateralSource
  /** PEM of certificate authorities known beside the built-in ones. */
  readonly authorities: readonly string[]
  /** PEM of the root behind a simulated enclave; null for hardware. */
  readonly simulationRoot: string | null
  /** Longest silence of an answer, and longest body of what is no stream. */
  readonly timeoutMs: number
  /** Longest buffered answer. */
  readonly answerBytes: number
  readonly inTurn: InTurn
  /** Longest use of one attestation, in seconds. */
  readonly sessionSeconds: number
  /** Told when an attestation has ended: the session, or why there is none. */
  readonly report: (outcome: AttestedSession | readonly RefusedCheck[]) => void
  readonly nowSeconds: () => number
  readonly monotonicMs: () => number
}

const attestationTimeoutMs = 20_000
const documentTimeoutMs = 10_000
/** Quotes asked for at the same time, and callers that may wait for theirs. */
const attestations = { atOnce: 4, waiting: 64 }

/**
 * An enclave that speaks ACI. Nothing is sent to it before it is verified, nothing but to a key that
 * its quote vouches for, and no answer of it counts without its receipt.
 */
export function createAci(options: AciOptions): Upstream {
  const { id, policy, collateral, nowSeconds } = options
  const address = readAddress(options.baseUrl)
  const askedByCallers = createTurnstile(attestations)
  const lines = createLines({
    origin: address.origin,
    authorities: options.authorities,
    connectTimeoutMs: documentTimeoutMs,
    silenceMs: options.timeoutMs,
  })
  const sessions = createAttestedSessions({
    nowSeconds,
    report: options.report,
    // Never behind callers who ask for quotes: were it late, weaker routes would serve.
    establish: (line) => (line === null ? onNewLine(establish) : establish(line)),
  })
  const reach = createReach({ address, lines, sessions })
  const documents = createSessionDocuments()
  const credential: Record<string, string> = {
    'user-agent': 'countersign',
    ...(options.key === null ? {} : { authorization: `Bearer ${options.key}` }),
  }
  const backOff = createBackOff({
    firstMs: 1_000,
    longestMs: 60_000,
    monotonicMs: options.monotonicMs,
  })

  function establish(line: Line): Promise<AttestedSession> {
    return establishSession(line, {
      address,
      policy,
      collateral,
      nowSeconds,
      timeoutMs: attestationTimeoutMs,
      longestUseSeconds: options.sessionSeconds,
    })
  }

  /** Work over a connection of its own, which is then free for others. */
  async function onNewLine<Result>(work: (line: Line) => Promise<Result>): Promise<Result> {
    const line = await lines.open().catch((error: unknown) => {
      throw noReport(error)
    })
    try {
      return await work(line)
    } finally {
      line.release()
    }
  }

  function ask(path: string, first: Line | null): Promise<Uint8Array | null> {
    return askReplicas(`${address.prefix}${path}`, first, {
      reach,
      headers: credential,
      timeoutMs: documentTimeoutMs,
    })
  }

  function sessionDocument(sessionId: string, first: Line | null): Promise<Uint8Array | null> {
    return documents.get(sessionId, () => ask(`/aci/sessions/${sessionId}`, first))
  }

  async function sessionOffer(sessionId: string, first: Line | null): Promise<Uint8Array | null> {
    const document = await sessionDocument(sessionId, first)
    return document && withHostCollateral(document, collateral)
  }

  const callDeps: EnclaveCallDeps = {
    reach,
    path: `${address.prefix}/chat/completions`,
    credential,
    inTurn: options.inTurn,
    bounds: { bytes: options.answerBytes, ms: options.timeoutMs },
    nowSeconds,
    reached: () => backOff.succeed(),
    failed(failure) {
      if (failure.kind === 'unreachable') backOff.fail()
    },
    hint(digest) {
      const isNew =
        digest !== '' && sessions.all().every(({ enclave }) => enclave.digest !== digest)
      if (isNew) void sessions.renew().catch(() => {})
    },
    prove: (seen, line) =>
      proveAnswer(seen, {
        providerId: id,
        sessions: () => sessions.all(),
        attest: (replica) =>
          replica === 'that answered' ? sessions.attest(line) : sessions.renew(),
        fetchReceipt: (receiptId) => ask(`/aci/receipts/${encodeURIComponent(receiptId)}`, line),
        fetchSession: (sessionId) => sessionOffer(sessionId, line),
        policy,
        nowSeconds,
      }),
  }

  function availability(): Availability {
    const checks = sessions.refusal()
    if (checks !== null) return { available: false, kind: 'unverified', checks }
    return backOff.isPausing() ? { available: false, kind: 'backing-off' } : { available: true }
  }

  return {
    id,
    mode: 'tee',
    availability,
    send: (request, sink) => callEnclave(request, sink, callDeps),
    enclave: {
      async warmUp() {
        await sessions.ready().catch(() => {})
      },
      established: () => sessions.current()?.enclave ?? null,
      knowsKey: (publicKey) =>
        sessions
          .all()
          .some(({ enclave }) =>
            enclave.keyset.e2ee_public_keys.some((key) => key.public_key === publicKey),
          ),
      simulationRoot: options.simulationRoot,
      relay: (request, sink) => callEnclave(request, sink, callDeps),
      report: (nonce, keyset) =>
        askedByCallers.pass(async () => {
          const timeoutMs = attestationTimeoutMs
          const report = await findReport(
            { nonce, keyset },
            { address, lines, sessions, timeoutMs },
          )
          return { report, collateral: await collateral.collateralFor(platformOf(report)) }
        }),
      session: (sessionId) => sessionDocument(sessionId, null),
      sessionOffer: (sessionId) => sessionOffer(sessionId, null),
    },
    async close() {
      sessions.close()
      lines.close()
    },
  }
}
