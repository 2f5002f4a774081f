import type { EvidencePolicy } from '#shared/attestation/kinds/evidence-kind.ts'
import type { EvidenceVerdict } from '#shared/attestation/kinds/judge-evidence.ts'
import type { Collateral } from '#shared/attestation/quote/parse-collateral.ts'
import type { ProviderEvidence } from '#shared/document/provider-evidence.ts'
import { shownEvidence } from '#shared/judge/provider/shown-evidence.ts'
import type { Line } from '../enclave/connection/lines.ts'
import { evidenceFor, type EvidenceForDeps } from './evidence-for.ts'
import { judgeAside } from './judge-aside.ts'

export interface ShowAttestationDeps extends EvidenceForDeps {
  readonly policy: EvidencePolicy
  /** 64 hex digits, fresh for each attestation. */
  readonly drawNonce: () => string
}

/** What an enclave showed of itself, and what was found of it. */
export interface ShownAttestation {
  readonly evidence: ProviderEvidence
  readonly judged: EvidenceVerdict
  readonly collateral: readonly Collateral[]
  /** Unix seconds. */
  readonly at: number
}

/**
 * Whoever is at the other end of a connection: its evidence for a fresh nonce, and every check of its kind.
 * @throws {EnclaveUnverified} for what cannot be had, or read
 */
export async function showAttestation(
  line: Line,
  deps: ShowAttestationDeps,
): Promise<ShownAttestation> {
  const evidence = await evidenceFor(line, deps.drawNonce(), deps)
  const at = deps.nowSeconds()
  const { provider, policy } = deps
  const shown = shownEvidence(evidence, at)
  const judged = await judgeAside({ kind: provider.kind.name, policy, evidence: shown })
  return { evidence, judged, collateral: shown.collateral, at }
}
