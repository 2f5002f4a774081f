import { enclaveReasons } from '#shared/words/english/errors/enclave-errors.ts'
import type { MeasuredEnclave } from '#shared/attestation/kinds/evidence-kind.ts'
import { collateralEnds } from '#shared/attestation/quote/parse-collateral.ts'
import { fail } from '#shared/checks.ts'
import type { Digest } from '#shared/digest.ts'
import { providerChecks } from '#shared/judge/provider/provider-checks.ts'
import { decideVerdict } from '#shared/verdict.ts'
import type { EvidenceStore } from '../../common/evidence-store.ts'
import type { Line } from '../enclave/connection/lines.ts'
import { EnclaveUnverified } from '../enclave/establish-session.ts'
import type { BoughtProvider } from './bought-provider.ts'
import type { BoughtSession } from './bought-session.ts'
import { refusedParts } from './refused-parts.ts'
import { showAttestation, type ShowAttestationDeps } from './show-attestation.ts'

export interface EstablishBoughtDeps extends ShowAttestationDeps {
  readonly evidence: Pick<EvidenceStore, 'keep'>
  /** Longest use of a session, in seconds. */
  readonly longestUseSeconds: number
}

/**
 * Whoever is at the other end of a connection, or is reached over it by encryption, with every check that it takes.
 * @throws {EnclaveUnverified}
 */
export async function establishBought(
  line: Line,
  deps: EstablishBoughtDeps,
): Promise<BoughtSession> {
  const { evidence, judged, beside, collateral, at } = await showAttestation(line, deps)
  const { enclave } = judged
  const checks = [...providerChecks(judged.checks), ...checkSigningKey(enclave, deps.provider)]
  const { channel } = deps.provider
  const required = [...judged.required, ...beside]
  const key = channel === 'tls' ? enclave?.tlsKey : enclave?.encryptionKey
  const isReached = key !== undefined && key !== null
  if (enclave === null || !isReached || decideVerdict(checks, required).kind !== 'verified') {
    throw new EnclaveUnverified(refusedParts(checks, required))
  }
  let keeping: Promise<Digest> | null = null
  return {
    enclave,
    checks,
    required,
    keepEvidence() {
      keeping ??= deps.evidence.keep(JSON.stringify(evidence)).catch((error: unknown) => {
        keeping = null
        throw error
      })
      return keeping
    },
    since: at,
    expiresAt: Math.min(...collateral.map(collateralEnds), at + deps.longestUseSeconds),
  }
}

function checkSigningKey(enclave: MeasuredEnclave | null, { signs }: BoughtProvider) {
  const isMissing = signs && enclave !== null && enclave.signingKey === null
  return isMissing ? [fail('keys.address', enclaveReasons.noSigningKey)] : []
}
