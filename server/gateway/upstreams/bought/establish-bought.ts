import { providerChecks } from '#shared/judge/provider/provider-checks.ts'
import { shownEvidence } from '#shared/judge/provider/shown-evidence.ts'
import type { EvidencePolicy, MeasuredEnclave } from '#shared/attestation/kinds/evidence-kind.ts'
import type { SimulationRoots } from '#shared/attestation/kinds/stated-policy.ts'
import { collateralEnds } from '#shared/attestation/quote/parse-collateral.ts'
import { parseUtf8 } from '#shared/bytes/bytes.ts'
import { fail } from '#shared/checks.ts'
import type { CheckId } from '#shared/claims.ts'
import type { Digest } from '#shared/digest.ts'
import type { ProviderEvidence } from '#shared/document/provider-evidence.ts'
import { FormatError } from '#shared/errors.ts'
import { decideVerdict } from '#shared/verdict.ts'
import type { EvidenceStore } from '../../common/evidence-store.ts'
import type { Line } from '../enclave/connection/lines.ts'
import type { EnclaveAddress } from '../enclave/enclave-client.ts'
import { EnclaveUnverified } from '../enclave/establish-session.ts'
import { getDocument } from '../enclave/get-document.ts'
import type { BoughtProvider, GatheredEvidence } from './bought-provider.ts'
import type { BoughtSession } from './bought-session.ts'
import { judgeAside } from './judge-aside.ts'
import { refusedParts } from './refused-parts.ts'

export interface EstablishBoughtDeps {
  readonly provider: BoughtProvider
  readonly address: EnclaveAddress
  readonly policy: EvidencePolicy
  /** Of a simulation; null for hardware. */
  readonly roots: SimulationRoots | null
  readonly evidence: Pick<EvidenceStore, 'keep'>
  /** 64 hex digits, fresh for each attestation. */
  readonly drawNonce: () => string
  readonly nowSeconds: () => number
  /** Longest use of a session, in seconds. */
  readonly longestUseSeconds: number
}

/** GPUs are asked one after the other, and the first report of a busy host takes long. */
const timeoutMs = 60_000

/**
 * Whoever is at the other end of a connection: the provider's document for a fresh nonce, collateral, every check of its kind,
 * and the key of this very connection.
 * @throws {EnclaveUnverified}
 */
export async function establishBought(
  line: Line,
  deps: EstablishBoughtDeps,
): Promise<BoughtSession> {
  const nonce = deps.drawNonce()
  const document = await fetchAttestation(line, nonce, deps)
  const gathered = await gatheredFor(document, nonce, deps)
  const nowSeconds = deps.nowSeconds()
  const { provider, policy, roots } = deps
  const kept: ProviderEvidence = {
    type: 'countersign-provider-evidence/1',
    kind: provider.kind.name,
    nonce,
    fetchedAt: new Date(nowSeconds * 1000).toISOString(),
    document: textOf(document),
    peer: line.peer.spki,
    ...gathered,
    ...(roots === null ? {} : { simulation_roots: roots }),
  }
  const shown = shownEvidence(kept, nowSeconds)
  const judged = await judgeAside({ kind: provider.kind.name, policy, evidence: shown })
  const { enclave } = judged
  const checks = [...providerChecks(judged.checks), ...checkSigningKey(enclave, provider)]
  const required = [...judged.required, 'channel.peer'] as const
  const tlsKey = enclave?.tlsKey ?? null
  if (enclave === null || tlsKey === null || decideVerdict(checks, required).kind !== 'verified') {
    throw new EnclaveUnverified(refusedParts(checks, required))
  }
  let keeping: Promise<Digest> | null = null
  return {
    enclave: { ...enclave, tlsKey },
    checks,
    required,
    keepEvidence() {
      keeping ??= deps.evidence.keep(JSON.stringify(kept)).catch((error: unknown) => {
        keeping = null
        throw error
      })
      return keeping
    },
    since: nowSeconds,
    expiresAt: Math.min(
      ...shown.collateral.map(collateralEnds),
      nowSeconds + deps.longestUseSeconds,
    ),
  }
}

function checkSigningKey(enclave: MeasuredEnclave | null, { signs }: BoughtProvider) {
  const isMissing = signs && enclave !== null && enclave.signingKey === null
  return isMissing ? [fail('keys.address', 'it names no key that signs its answers')] : []
}

/** Any key will do to ask: the document proves itself, and nothing secret is sent. */
async function fetchAttestation(
  { dispatcher }: Line,
  nonce: string,
  { provider, address }: EstablishBoughtDeps,
): Promise<Uint8Array> {
  const path = provider.attestationPath(nonce, address.prefix)
  const { status, bytes } = await getDocument(dispatcher, { path, timeoutMs }).catch(
    (error: unknown) => {
      throw noAttestation(error)
    },
  )
  if (status !== 200) throw unreadable(`no attestation could be had: status ${status}`)
  return bytes
}

function textOf(document: Uint8Array): string {
  try {
    return parseUtf8(document)
  } catch (error) {
    throw unreadable((error as Error).message)
  }
}

async function gatheredFor(
  document: Uint8Array,
  nonce: string,
  { provider }: EstablishBoughtDeps,
): Promise<GatheredEvidence> {
  try {
    return await provider.gather(document, nonce)
  } catch (error) {
    if (error instanceof FormatError) throw unreadable(`${error.code}: ${error.message}`)
    throw unverified('evidence.collateral', `no collateral could be had: ${reasonOf(error)}`)
  }
}

export function noAttestation(error: unknown): EnclaveUnverified {
  return unreadable(`no attestation could be had: ${reasonOf(error)}`)
}

function unreadable(reason: string): EnclaveUnverified {
  return unverified('document.format', reason)
}

function unverified(id: CheckId, reason: string): EnclaveUnverified {
  return new EnclaveUnverified(refusedParts([fail(id, reason)], []))
}

/** Codes alone: a message could repeat what the other end sent. */
function reasonOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: string }
  return typeof code === 'string' ? code : (name ?? 'unknown reason')
}
