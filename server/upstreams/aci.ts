import { Pool } from 'undici'
import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import type { EnclavePolicy } from '#shared/aci/appraise-report.ts'
import { tlsKeysFor } from '#shared/aci/parse-keyset.ts'
import { createAttestedSessions } from '../enclave/attested-sessions.ts'
import type { CollateralSource } from '../enclave/collateral-source.ts'
import { callEnclave, type EnclaveCallDeps } from '../enclave/enclave-call.ts'
import { fetchReport, readAddress } from '../enclave/enclave-client.ts'
import { establishSession, platformOf, type Session } from '../enclave/establish-session.ts'
import { fetchEnclaveReceipt } from '../enclave/fetch-enclave-receipt.ts'
import { getDocument } from '../enclave/get-document.ts'
import { createPinnedConnector, type PeerKey } from '../enclave/pinned-connector.ts'
import { proveAnswer } from '../enclave/prove-answer.ts'
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
  readonly report: (outcome: Session | readonly RefusedCheck[]) => void
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
  const { id, policy, collateral, authorities, nowSeconds } = options
  const address = readAddress(options.baseUrl)
  const askedByCallers = createTurnstile(attestations)
  const sessions = createAttestedSessions({
    nowSeconds,
    report: options.report,
    // One at a time, and never behind callers who ask for quotes: were it late, weaker routes would serve.
    establish: () =>
      establishSession({
        address,
        authorities,
        policy,
        collateral,
        nowSeconds,
        timeoutMs: attestationTimeoutMs,
        longestUseSeconds: options.sessionSeconds,
      }),
  })
  const pools = { tls: openPool(holdsAttestedKey), e2ee: openPool(isVouchedFor) }
  const credential: Record<string, string> = {
    'user-agent': 'countersign',
    ...(options.key === null ? {} : { authorization: `Bearer ${options.key}` }),
  }
  const backOff = createBackOff({
    firstMs: 1_000,
    longestMs: 60_000,
    monotonicMs: options.monotonicMs,
  })

  function openPool(accept: (peer: PeerKey) => boolean): Pool {
    return new Pool(address.origin, {
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
      connect: createPinnedConnector({ accept, timeoutMs: documentTimeoutMs, authorities }),
    })
  }

  /** Whether plain requests may go to whoever holds this key. */
  function holdsAttestedKey({ spki }: PeerKey): boolean {
    return sessions
      .all()
      .some(
        ({ enclave }) => spki !== null && tlsKeysFor(enclave.keyset, address.host).includes(spki),
      )
  }

  /** Whether encrypted requests, with the operator's key beside them, may. */
  function isVouchedFor(peer: PeerKey): boolean {
    return peer.isVouchedFor || address.origin.startsWith('http:') || holdsAttestedKey(peer)
  }

  const currentPool = () => pools[sessions.current()?.channel ?? 'tls']

  async function get(path: string): Promise<Uint8Array | null> {
    const { status, bytes } = await getDocument(currentPool(), {
      path: `${address.prefix}${path}`,
      headers: credential,
      timeoutMs: documentTimeoutMs,
    })
    return status === 200 ? bytes : null
  }

  const callDeps: EnclaveCallDeps = {
    dispatcherFor: (channel) => pools[channel],
    path: `${address.prefix}/chat/completions`,
    credential,
    inTurn: options.inTurn,
    bounds: { bytes: options.answerBytes, ms: options.timeoutMs },
    ready: () => sessions.ready(),
    renew: () => sessions.renew(),
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
    prove: (seen) =>
      proveAnswer(seen, {
        providerId: id,
        sessions: () => sessions.all(),
        renew: () => sessions.renew(),
        fetchReceipt: (receiptId) =>
          fetchEnclaveReceipt({
            dispatcher: currentPool(),
            prefix: address.prefix,
            receiptId,
            headers: credential,
            timeoutMs: documentTimeoutMs,
          }),
        fetchSession: (sessionId) => get(`/aci/sessions/${sessionId}`).catch(() => null),
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
      report: (nonce) =>
        askedByCallers.pass(async () => {
          const timeoutMs = attestationTimeoutMs
          const { report } = await fetchReport({ address, authorities, nonce, timeoutMs })
          return { report, collateral: await collateral.collateralFor(platformOf(report)) }
        }),
      session: (sessionId) => get(`/aci/sessions/${sessionId}`),
    },
    async close() {
      sessions.close()
      await Promise.all([pools.tls.destroy(), pools.e2ee.destroy()])
    },
  }
}
