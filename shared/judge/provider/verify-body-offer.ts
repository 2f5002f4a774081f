import type { MeasuredEnclave } from '../../attestation/kinds/evidence-kind.ts'
import { judgeEvidence } from '../../attestation/kinds/judge-evidence.ts'
import { statedPolicy } from '../../attestation/kinds/stated-policy.ts'
import { tinfoilDirect } from '../../attestation/kinds/tinfoil/tinfoil-direct.ts'
import { isTinfoilModel } from '../../attestation/kinds/tinfoil/tinfoil-identities.ts'
import { fail } from '../../checks.ts'
import type { CheckId } from '../../claims.ts'
import type { ProviderEvidence } from '../../document/provider-evidence.ts'
import { FormatError } from '../../errors.ts'
import type { Verification } from '../../modes.ts'
import { decideVerdict, type Check } from '../../verdict.ts'
import { providerChecks } from './provider-checks.ts'
import { shownEvidence } from './shown-evidence.ts'

export interface BodyOfferInput {
  readonly evidence: ProviderEvidence
  /** Our own, 64 lowercase hex digits, sent with the question. */
  readonly nonce: string
  readonly nowSeconds: number
  /** `accept` is for whoever switched development mode on. */
  readonly simulation: 'refuse' | 'accept'
}

/** An enclave to encrypt bodies to. */
export interface BodyEnclave {
  readonly enclave: MeasuredEnclave & { readonly encryptionKey: string }
  /** What a gateway that tells the truth signs of it. */
  readonly verifiedBy: Verification
}

export interface BodyOfferAppraisal {
  readonly checks: readonly Check[]
  readonly required: readonly CheckId[]
  readonly ready: BodyEnclave | null
}

const verifications = {
  hardware: { tdx: 'tinfoil-tdx-dcap/1', 'sev-snp': 'tinfoil-snp-vcek/1' },
  simulation: { tdx: 'tinfoil-tdx-simulated/1', 'sev-snp': 'tinfoil-snp-simulated/1' },
} as const satisfies Record<string, Record<MeasuredEnclave['processor'], Verification>>

/**
 * Judges the evidence of an enclave by whoever is about to encrypt to it, for a nonce of their own. Whose release must run is no
 * matter of the gateway's: it is one of the identities that are accepted as Tinfoil's.
 */
export function verifyBodyOffer(input: BodyOfferInput): BodyOfferAppraisal {
  const { evidence, nonce, nowSeconds, simulation } = input
  const { kind, repository = null, simulation_roots: shownRoots } = evidence
  if (kind !== tinfoilDirect.name) return refusedOffer('its kind takes no encrypted bodies')
  if (repository === null || !isTinfoilModel(repository)) {
    return refusedOffer(`${repository ?? 'none'} is no repository that is accepted`)
  }
  const roots = simulation === 'accept' ? (shownRoots ?? null) : null
  try {
    // Where the gateway's own connection ended is nothing to whoever encrypts.
    const shown = shownEvidence({ ...evidence, nonce, peer: null }, nowSeconds)
    const judged = judgeEvidence(tinfoilDirect, shown, statedPolicy(repository, roots))
    const { required, enclave } = judged
    const checks = providerChecks(judged.checks)
    const key = enclave?.encryptionKey ?? null
    const isVerified = decideVerdict(checks, required).kind === 'verified'
    if (enclave === null || key === null || !isVerified) return { checks, required, ready: null }
    const root = roots === null ? 'hardware' : 'simulation'
    return {
      checks,
      required,
      ready: {
        enclave: { ...enclave, encryptionKey: key },
        verifiedBy: verifications[root][enclave.processor],
      },
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return refusedOffer(`${error.code}: ${error.message}`)
  }
}

function refusedOffer(reason: string): BodyOfferAppraisal {
  return { checks: [fail('evidence.format', reason)], required: ['evidence.format'], ready: null }
}
