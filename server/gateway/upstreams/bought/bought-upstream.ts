import { randomBytes } from 'node:crypto'
import type { SimulationRoots } from '#shared/attestation/kinds/stated-policy.ts'
import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import type { EvidencePolicy } from '#shared/attestation/kinds/evidence-kind.ts'
import { tinfoilIdentitiesFrom } from '#shared/attestation/kinds/tinfoil/tinfoil-identities.ts'
import type { Availability, Pinned, Upstream } from '../../common/upstream.ts'
import type { EvidenceStore } from '../../common/evidence-store.ts'
import { askOwnLine, askReplicas } from '../enclave/ask-replicas.ts'
import type { AttestedOptions } from '../enclave/attested-options.ts'
import { createAttestedSessions } from '../enclave/attested-sessions.ts'
import { createLines, type Line } from '../enclave/connection/lines.ts'
import { onNewLine } from '../enclave/connection/on-new-line.ts'
import { readAddress } from '../enclave/enclave-client.ts'
import { createReach } from '../enclave/reach-enclave.ts'
import { createBackOff } from '../http/back-off.ts'
import { callBought, type BoughtCallDeps } from './bought-call.ts'
import type { BoughtProvider } from './bought-provider.ts'
import type { BoughtSession } from './bought-session.ts'
import { establishBought } from './establish-bought.ts'
import { evidenceFor, noAttestation } from './evidence-for.ts'
import { openBodyDoor } from './open-body-door.ts'
import { showAttestation } from './show-attestation.ts'
import { vouchedLines } from './vouched-lines.ts'

export interface BoughtOptions extends AttestedOptions {
  readonly policy: EvidencePolicy
  /** Base address of NVIDIA's service, which is asked about the GPUs of each session; null: it is not. */
  readonly opinionFrom: string | null
  /** Of a simulation; null for hardware. */
  readonly roots: SimulationRoots | null
  readonly evidence: Pick<EvidenceStore, 'keep'>
  /** Told why an attestation failed. */
  readonly refused: (checks: readonly RefusedCheck[]) => void
}

const documentTimeoutMs = 10_000

/**
 * An enclave that one buys from a provider with a protocol of its own. Nothing is sent to it before it is verified, nothing but over
 * a connection that ends in the attested key, or encrypted to one, and no answer counts without what the provider proves of it.
 */
export function createBoughtUpstream(options: BoughtOptions, provider: BoughtProvider): Upstream {
  const { lines, sessions, backOff, call, attest, evidence } = connect(options, provider)

  function availability(): Availability {
    const checks = sessions.refusal()
    return checks === null
      ? backOff.availability()
      : { available: false, kind: 'unverified', checks }
  }

  return {
    id: options.id,
    mode: provider.mode,
    speaks: provider.speaks,
    countsTokens: false,
    availability,
    send: (request, signal) => callBought(request, signal, call),
    enclave: {
      async warmUp() {
        await sessions.ready().catch(() => {})
      },
      verifiedAt: () => sessions.current()?.since ?? null,
      isSimulated: options.roots !== null,
      programs: provider.programs,
      mayForward: () => provider.handsOn === true,
      door: null,
      bodyDoor: openBodyDoor({ ...call, sessions, evidence }),
      asksNvidia: options.opinionFrom !== null,
      pinned: pinnedBy(options.policy),
      attest,
    },
    async close() {
      sessions.close()
      lines.close()
    },
  }
}

function pinnedBy({ repository, pins }: EvidencePolicy): Pinned {
  return repository === null
    ? { by: 'machines', pins }
    : { by: 'release', repository, ...tinfoilIdentitiesFrom }
}

/** All that one enclave's calls have in common. */
function connect(options: BoughtOptions, provider: BoughtProvider) {
  const { id, nowSeconds, monotonicMs } = options
  const address = readAddress(options.baseUrl)
  const isByKey = provider.channel === 'tls'
  const { origin, prefix } = address
  const { authorities, timeouts } = options
  const all = createLines({ origin, authorities, through: null, timeouts })
  const lines = isByKey ? all : vouchedLines(all, origin)
  const credential: Record<string, string> = {
    'user-agent': 'countersign',
    ...(options.key === null ? {} : { authorization: `Bearer ${options.key}` }),
  }
  const deps = {
    ...options,
    provider,
    address,
    credential: isByKey ? {} : credential,
    longestUseSeconds: options.sessionSeconds,
    drawNonce: () => randomBytes(32).toString('hex'),
  }
  const establish = (line: Line) => establishBought(line, deps)
  const sessions = createAttestedSessions({
    nowSeconds,
    idOf: ({ enclave }: BoughtSession) => String(isByKey ? enclave.tlsKey : enclave.encryptionKey),
    report(outcome) {
      if (!('enclave' in outcome)) options.refused(outcome)
    },
    establish: (line) =>
      line === null ? onNewLine(lines, noAttestation, establish) : establish(line),
  })
  const reach = createReach({
    lines,
    sessions,
    sessionFor: (held: readonly BoughtSession[], { spki }, { sealedTo }) =>
      held.find(
        ({ enclave: { tlsKey, encryptionKey } }) =>
          (!isByKey || tlsKey === spki) && (sealedTo === undefined || sealedTo === encryptionKey),
      ) ?? null,
    // Other connections lead to no other enclave.
    ...(isByKey ? {} : { mostConnections: 1 }),
  })
  const backOff = createBackOff(monotonicMs)
  const call: BoughtCallDeps = {
    providerId: id,
    provider,
    reach,
    prefix,
    credential,
    bounds: { bytes: options.answerBytes, ms: options.timeouts.bodyMs },
    reached: () => backOff.succeed(),
    failed(failure) {
      if (failure.kind === 'unreachable') backOff.fail()
    },
    get(path, line) {
      const how = { reach, headers: credential, timeoutMs: documentTimeoutMs }
      // Only where connections end in enclaves does another one lead to another replica.
      const isOnlyOne = !isByKey || line.isOpen()
      return isOnlyOne
        ? askOwnLine(`${prefix}${path}`, line, how)
        : askReplicas(`${prefix}${path}`, null, how)
    },
  }
  const attest = () => onNewLine(lines, noAttestation, (line) => showAttestation(line, deps))
  const evidence = (nonce: string) =>
    onNewLine(lines, noAttestation, (line) => evidenceFor(line, nonce, deps))
  return { lines, sessions, backOff, call, attest, evidence }
}
