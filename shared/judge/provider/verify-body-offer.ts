import type { EvidenceKind, MeasuredEnclave } from '../../attestation/kinds/evidence-kind.ts'
import { judgeEvidence } from '../../attestation/kinds/judge-evidence.ts'
import { chutesKind } from '../../attestation/kinds/chutes/chutes-kind.ts'
import { nearDirect } from '../../attestation/kinds/near-direct.ts'
import { statedPolicy } from '../../attestation/kinds/stated-policy.ts'
import { tinfoilDirect } from '../../attestation/kinds/tinfoil/tinfoil-direct.ts'
import { tinfoilRouter } from '../../attestation/kinds/tinfoil/tinfoil-router.ts'
import { veniceNear } from '../../attestation/kinds/venice-near.ts'
import type { BodyScheme } from '../../body-relay/body-scheme.ts'
import { fail } from '../../checks.ts'
import type { CheckId } from '../../claims.ts'
import type { ProviderEvidence } from '../../document/provider-evidence.ts'
import { FormatError } from '../../errors.ts'
import type { Verification } from '../../modes.ts'
import type { Check } from '../../verdict.ts'
import * as checkReasons from '../../words/english/verdict/check-reasons.ts'
import { providerChecks } from './provider-checks.ts'
import { refusedRelease, verificationOf } from './provider-kinds.ts'
import { shownEvidence } from './shown-evidence.ts'

export interface BodyOfferInput {
  readonly scheme: BodyScheme
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

/** Whose enclaves take bodies of a scheme. */
const kinds: Readonly<Record<BodyScheme, readonly EvidenceKind[]>> = {
  'ehbp-1': [tinfoilDirect, tinfoilRouter],
  'near-2': [nearDirect],
  'venice-1': [veniceNear],
  'chutes-1': [chutesKind],
}

/**
 * Judges the evidence of an enclave by whoever is about to encrypt to it, for a nonce of their own. Whose release must run is no
 * matter of the gateway's: it is one of the identities that are accepted for the kind of the evidence.
 */
export function verifyBodyOffer(input: BodyOfferInput): BodyOfferAppraisal {
  const { scheme, evidence, nonce, nowSeconds, simulation } = input
  const { repository = null, simulation_roots: shownRoots } = evidence
  const kind = kinds[scheme].find(({ name }) => name === evidence.kind)
  if (kind === undefined) {
    return refusedOffer(checkReasons.bodyEncryption)
  }
  const refused = refusedRelease(kind, repository)
  if (refused !== null) return refusedOffer(refused)
  const roots = simulation === 'accept' ? (shownRoots ?? null) : null
  try {
    // Where the gateway's own connection ended is nothing to whoever encrypts.
    const shown = shownEvidence({ ...evidence, nonce, peer: null }, nowSeconds)
    const judged = judgeEvidence(kind, shown, statedPolicy(repository, roots))
    const { required, enclave } = judged
    const checks = providerChecks(judged.checks)
    // Evidence names an enclave only where all that is required of it was verified.
    const key = enclave?.encryptionKey ?? null
    if (enclave === null || key === null) return { checks, required, ready: null }
    const root = roots === null ? 'hardware' : 'simulation'
    const verifiedBy = verificationOf(kind.name, enclave.processor, root)
    if (verifiedBy === null) return { checks, required, ready: null }
    return {
      checks,
      required,
      ready: {
        enclave: { ...enclave, encryptionKey: key },
        verifiedBy,
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
