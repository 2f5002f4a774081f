import type { EvidencePolicy } from '#shared/attestation/kinds/evidence-kind.ts'
import type { EvidenceVerdict } from '#shared/attestation/kinds/judge-evidence.ts'
import type { Collateral } from '#shared/attestation/quote/parse-collateral.ts'
import type { CheckId } from '#shared/claims.ts'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import type { ProviderEvidence } from '#shared/document/provider-evidence.ts'
import { FormatError } from '#shared/errors.ts'
import { shownEvidence } from '#shared/judge/provider/shown-evidence.ts'
import type { Line } from '../enclave/connection/lines.ts'
import { evidenceFor, type EvidenceForDeps } from './evidence-for.ts'
import { gpuOpinion, type ShownGpus } from './gpu-opinion.ts'
import { judgeAside } from './judge-aside.ts'

export interface ShowAttestationDeps extends EvidenceForDeps {
  readonly policy: EvidencePolicy
  /** Base address of NVIDIA's service, which is asked once an attestation; null: it is not. */
  readonly opinionFrom: string | null
  /** 64 hex digits, fresh for each attestation. */
  readonly drawNonce: () => string
}

/** What an enclave showed of itself, and what was found of it. */
export interface ShownAttestation {
  readonly evidence: ProviderEvidence
  readonly judged: EvidenceVerdict
  readonly beside: readonly CheckId[]
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
  const evidence = await withOpinion(await evidenceFor(line, deps.drawNonce(), deps), deps)
  const at = deps.nowSeconds()
  const { provider, policy } = deps
  const shown = shownEvidence(evidence, at)
  const judged = await judgeAside({ kind: provider.kind.name, policy, evidence: shown })
  return { evidence, judged, beside: provider.required, collateral: shown.collateral, at }
}

async function withOpinion(
  evidence: ProviderEvidence,
  { provider, opinionFrom }: ShowAttestationDeps,
): Promise<ProviderEvidence> {
  if (opinionFrom === null) return evidence
  let gpus: ShownGpus
  try {
    gpus = provider.gpus(utf8ToBytes(evidence.document), evidence.nonce)
  } catch (error) {
    // Whoever judges the document says that it cannot be read.
    if (error instanceof FormatError) return evidence
    throw error
  }
  const opinion = await gpuOpinion(opinionFrom, gpus)
  return opinion === null ? evidence : { ...evidence, opinion }
}
