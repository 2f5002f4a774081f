import type { EvidencePolicy } from '#shared/attestation/kinds/evidence-kind.ts'
import type { EvidenceVerdict } from '#shared/attestation/kinds/judge-evidence.ts'
import type { SimulationRoots } from '#shared/attestation/kinds/stated-policy.ts'
import type { Collateral } from '#shared/attestation/quote/parse-collateral.ts'
import { parseUtf8 } from '#shared/bytes/bytes.ts'
import { fail } from '#shared/checks.ts'
import type { CheckId } from '#shared/claims.ts'
import type { ProviderEvidence } from '#shared/document/provider-evidence.ts'
import { FormatError } from '#shared/errors.ts'
import { shownEvidence } from '#shared/judge/provider/shown-evidence.ts'
import type { Line } from '../enclave/connection/lines.ts'
import type { EnclaveAddress } from '../enclave/enclave-client.ts'
import { EnclaveUnverified } from '../enclave/establish-session.ts'
import { getDocument } from '../enclave/get-document.ts'
import type { BoughtProvider, GatheredEvidence } from './bought-provider.ts'
import { judgeAside } from './judge-aside.ts'
import { refusedParts } from './refused-parts.ts'

export interface ShowAttestationDeps {
  readonly provider: BoughtProvider
  readonly address: EnclaveAddress
  readonly policy: EvidencePolicy
  /** Of a simulation; null for hardware. */
  readonly roots: SimulationRoots | null
  /** 64 hex digits, fresh for each attestation. */
  readonly drawNonce: () => string
  readonly nowSeconds: () => number
}

/** What an enclave showed of itself, and what was found of it. */
export interface ShownAttestation {
  readonly evidence: ProviderEvidence
  readonly judged: EvidenceVerdict
  readonly collateral: readonly Collateral[]
  /** Unix seconds. */
  readonly at: number
}

/** GPUs are asked one after the other, and the first report of a busy host takes long. */
const timeoutMs = 60_000

/**
 * Whoever is at the other end of a connection: the provider's document for a fresh nonce, what others signed about it, and every
 * check of its kind.
 * @throws {EnclaveUnverified} for what cannot be had, or read
 */
export async function showAttestation(
  line: Line,
  deps: ShowAttestationDeps,
): Promise<ShownAttestation> {
  const nonce = deps.drawNonce()
  const document = await fetchAttestation(line, nonce, deps)
  const gathered = await gatheredFor(document, nonce, deps)
  const at = deps.nowSeconds()
  const { provider, policy, roots } = deps
  const evidence: ProviderEvidence = {
    type: 'countersign-provider-evidence/1',
    kind: provider.kind.name,
    nonce,
    fetchedAt: new Date(at * 1000).toISOString(),
    document: textOf(document),
    peer: line.peer.spki,
    ...gathered,
    ...(roots === null ? {} : { simulation_roots: roots }),
  }
  const shown = shownEvidence(evidence, at)
  const judged = await judgeAside({ kind: provider.kind.name, policy, evidence: shown })
  return { evidence, judged, collateral: shown.collateral, at }
}

/** Any key will do to ask: the document proves itself, and nothing secret is sent. */
async function fetchAttestation(
  { dispatcher }: Line,
  nonce: string,
  { provider, address }: ShowAttestationDeps,
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
  { provider }: ShowAttestationDeps,
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
