import type { EnclavePolicy } from '#shared/aci/appraise-report.ts'
import { hasEncryptionKey, tlsKeysFor } from '#shared/aci/parse-keyset.ts'
import { parseReport } from '#shared/aci/parse-report.ts'
import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import { chooseServiceKey } from '#shared/e2ee/choose-service-key.ts'
import type { Availability, EnclaveDoor, InTurn, Upstream } from '../../common/upstream.ts'
import { createBackOff } from '../http/back-off.ts'
import type { AttestedOptions } from './attested-options.ts'
import { createAttestedSessions } from './attested-sessions.ts'
import type { CollateralSource } from './collateral/collateral-source.ts'
import { callEnclave, type EnclaveCallDeps } from './enclave-call.ts'
import { readAddress, type EnclaveAddress } from './enclave-client.ts'
import { createEnclaveDocuments } from './enclave-documents.ts'
import {
  establishSession,
  noReport,
  platformOfQuote,
  type AttestedSession,
  type EstablishDeps,
} from './establish-session.ts'
import { findReport } from './find-report.ts'
import { createLines, type Line } from './connection/lines.ts'
import { onNewLine } from './connection/on-new-line.ts'
import { proveAnswer } from './prove-answer.ts'
import { createReach, type WantedReplica } from './reach-enclave.ts'
import type { PeerKey } from './connection/open-connection.ts'
import { createSemaphore } from './connection/semaphore.ts'
import { showReport } from './show-report.ts'

export interface EnclaveOptions extends AttestedOptions {
  readonly policy: EnclavePolicy
  readonly collateral: CollateralSource
  /** PEM of the root behind a simulated enclave; null for hardware. */
  readonly simulationRoot: string | null
  /** A proxy that passes the connection on without seeing into it; straight there where it is left out. */
  readonly through?: URL | null
  readonly inTurn: InTurn
  /** `tls`: only over a connection whose key is in the keyset; `any`: by encryption where it names none. */
  readonly channel?: 'any' | 'tls'
  /** How often a receipt of a keyset that is not known leads to another attestation; many by default. */
  readonly mostAttestations?: number
  /** Whether it counts the tokens of a request; false by default. */
  readonly countsTokens?: boolean
  /** Told when an attestation has ended: the session, or why there is none. */
  readonly report: (outcome: AttestedSession | readonly RefusedCheck[]) => void
}

const attestationTimeoutMs = 20_000
const documentTimeoutMs = 10_000
/** Quotes asked for at the same time, and callers that may wait for theirs. */
const attestations = { atOnce: 4, waiting: 64 }

/**
 * An enclave that speaks ACI. Nothing is sent to it before it is verified, nothing but to a key that
 * its quote vouches for, and no answer of it counts without its receipt.
 */
export function createEnclaveUpstream(options: EnclaveOptions): Upstream {
  const { id } = options
  const parts = connect(options)
  const { lines, sessions, backOff } = parts
  const call = callDeps(options, parts)

  function availability(): Availability {
    const checks = sessions.refusal()
    return checks === null
      ? backOff.availability()
      : { available: false, kind: 'unverified', checks }
  }

  return {
    id,
    mode: 'tee',
    speaks: ['chat', 'embeddings'],
    countsTokens: options.countsTokens ?? false,
    availability,
    send: (request, signal) => callEnclave(request, signal, call),
    enclave: {
      async warmUp() {
        await sessions.ready().catch(() => {})
      },
      verifiedAt: () => sessions.current()?.since ?? null,
      isSimulated: options.simulationRoot !== null,
      programs: 'measured',
      mayForward: () => sessions.current()?.enclave.serving !== 'direct',
      door: openDoor(options, parts, call),
      asksNvidia: false,
      pinned: { by: 'reference-values', values: options.policy.reference },
      attest: parts.attest,
      bodyDoor: null,
    },
    async close() {
      sessions.close()
      lines.close()
    },
  }
}

/** All that one enclave's calls have in common. */
function connect(options: EnclaveOptions) {
  const { policy, collateral, nowSeconds } = options
  const address = readAddress(options.baseUrl)
  const lines = createLines({
    origin: address.origin,
    authorities: options.authorities,
    through: options.through ?? null,
    timeouts: options.timeouts,
  })
  const establishing: EstablishDeps = {
    address,
    policy,
    collateral,
    nowSeconds,
    timeoutMs: attestationTimeoutMs,
    longestUseSeconds: options.sessionSeconds,
    channel: options.channel ?? 'any',
  }
  const establish = (line: Line) => establishSession(line, establishing)
  const attest = () => onNewLine(lines, noReport, (line) => showReport(line, establishing))
  const sessions = createAttestedSessions({
    idOf: ({ enclave }: AttestedSession) => enclave.digest,
    nowSeconds,
    report: options.report,
    // Never behind callers who ask for quotes: were it late, weaker routes would serve.
    establish: (line) => (line === null ? onNewLine(lines, noReport, establish) : establish(line)),
  })
  const reach = createReach({ lines, sessions, sessionFor: sessionAt(address) })
  const credential: Record<string, string> = {
    'user-agent': 'countersign',
    ...(options.key === null ? {} : { authorization: `Bearer ${options.key}` }),
  }
  const documents = createEnclaveDocuments({
    prefix: address.prefix,
    reach,
    headers: credential,
    timeoutMs: documentTimeoutMs,
    collateral,
  })
  const backOff = createBackOff(options.monotonicMs)
  return { address, lines, sessions, reach, credential, documents, backOff, attest }
}

/** The session under which a connection may be used. */
function sessionAt({ host, origin }: EnclaveAddress) {
  return (
    all: readonly AttestedSession[],
    peer: PeerKey,
    { sealedTo }: WantedReplica,
  ): AttestedSession | null => {
    const held = all.filter(
      ({ enclave }) => sealedTo === undefined || hasEncryptionKey(enclave.keyset, sealedTo),
    )
    const { spki } = peer
    const own = held.find(
      ({ enclave }) => spki !== null && tlsKeysFor(enclave.keyset, host).includes(spki),
    )
    if (own) return own
    // To one that names no TLS key the request is encrypted, whoever ends the connection; the operator's
    // key travels beside it, so a certificate authority must know the other end.
    const isKnown = peer.isVouchedFor || origin.startsWith('http:')
    return isKnown ? (held.find(({ channel }) => channel === 'e2ee') ?? null) : null
  }
}

type Connected = ReturnType<typeof connect>

function callDeps(options: EnclaveOptions, parts: Connected): EnclaveCallDeps {
  const { policy, nowSeconds } = options
  const { address, reach, credential, backOff, sessions, documents } = parts
  return {
    reach,
    prefix: address.prefix,
    credential,
    inTurn: options.inTurn,
    bounds: { bytes: options.answerBytes, ms: options.timeouts.bodyMs },
    nowSeconds,
    reached: () => backOff.succeed(),
    failed(failure) {
      if (failure.kind === 'unreachable') backOff.fail()
    },
    hint(digest, free) {
      const isNew =
        digest !== '' && sessions.all().every(({ enclave }) => enclave.digest !== digest)
      if (isNew) void (free ? sessions.attest(free) : sessions.renew()).catch(() => {})
    },
    prove: (seen, line) =>
      proveAnswer(seen, {
        providerId: options.id,
        sessions: () => sessions.all(),
        ...(options.mostAttestations === undefined
          ? {}
          : { mostAttestations: options.mostAttestations }),
        attest: (replica) =>
          replica === 'that answered' ? sessions.attest(line) : sessions.renew(),
        fetchReceipt: (receiptId) => documents.receipt(receiptId, line),
        fetchSession: (sessionId) => documents.sessionOffer(sessionId, line),
        policy,
        nowSeconds,
      }),
  }
}

function openDoor(options: EnclaveOptions, parts: Connected, call: EnclaveCallDeps): EnclaveDoor {
  const { collateral, simulationRoot } = options
  const { address, lines, sessions, documents } = parts
  const askedByCallers = createSemaphore(attestations)
  return {
    established: () => sessions.current()?.enclave ?? null,
    knowsKey: (publicKey) =>
      sessions.all().some(({ enclave }) => hasEncryptionKey(enclave.keyset, publicKey)),
    simulationRoot,
    relay: (request, signal) => callEnclave(request, signal, call),
    report: (nonce, keyset) =>
      askedByCallers.run(async () => {
        const timeoutMs = attestationTimeoutMs
        const report = await findReport({ nonce, keyset }, { address, lines, sessions, timeoutMs })
        const { keyset: named, quote } = parseReport(report)
        const offered = await collateral.collateralFor(platformOfQuote(quote))
        return { report, serviceKey: chooseServiceKey(named), collateral: offered }
      }),
    session: (sessionId) => documents.session(sessionId, null),
    sessionOffer: (sessionId) => documents.sessionOffer(sessionId, null),
  }
}
