import type { EvidenceKind, MeasuredEnclave } from '../../attestation/kinds/evidence-kind.ts'
import { isSimulation, verifications, type Verification } from '../../modes.ts'
import * as checkReasons from '../../words/english/verdict/check-reasons.ts'

interface ProvenKind {
  /** Of the evidence: a name in the list of kinds. */
  readonly kind: string
  readonly processor: MeasuredEnclave['processor']
}

const near: ProvenKind = { kind: 'near-direct', processor: 'tdx' }
const venice: ProvenKind = { kind: 'venice', processor: 'tdx' }
const chutes: ProvenKind = { kind: 'chutes', processor: 'tdx' }
const tinfoilOnTdx: ProvenKind = { kind: 'tinfoil-direct', processor: 'tdx' }
const tinfoilOnSnp: ProvenKind = { kind: 'tinfoil-direct', processor: 'sev-snp' }
const routerOnTdx: ProvenKind = { kind: 'tinfoil-router', processor: 'tdx' }
const routerOnSnp: ProvenKind = { kind: 'tinfoil-router', processor: 'sev-snp' }

const kinds: Partial<Readonly<Record<Verification, ProvenKind>>> = {
  'near-tdx-dcap/1': near,
  'near-tdx-simulated/1': near,
  'venice-near-tdx-dcap/1': venice,
  'venice-near-tdx-simulated/1': venice,
  'chutes-tdx-dcap/1': chutes,
  'chutes-tdx-simulated/1': chutes,
  'tinfoil-tdx-dcap/1': tinfoilOnTdx,
  'tinfoil-tdx-simulated/1': tinfoilOnTdx,
  'tinfoil-snp-vcek/1': tinfoilOnSnp,
  'tinfoil-snp-simulated/1': tinfoilOnSnp,
  'tinfoil-router-tdx-dcap-provider/1': routerOnTdx,
  'tinfoil-router-tdx-simulated/1': routerOnTdx,
  'tinfoil-router-snp-vcek-provider/1': routerOnSnp,
  'tinfoil-router-snp-simulated/1': routerOnSnp,
}

/** Whether enclaves of this kind sign their answers: of others nobody but who asked can tell that they wrote one. */
export function signsAnswers(kind: string): boolean {
  return kind === near.kind
}

/** Whether signatures come from whoever passes answers on, who may have none, and may have changed what was signed. */
export function passesSignaturesOn(kind: string): boolean {
  return kind === venice.kind
}

/** The kind and the processor of the evidence behind a verification; null if the enclave speaks ACI. */
export function kindVerifiedBy(verification: Verification): ProvenKind | null {
  return kinds[verification] ?? null
}

/** Why a reader does not take a repository out of evidence that somebody else kept; null where it is accepted. */
export function refusedRelease({ accepts }: EvidenceKind, repository: string | null) {
  if (accepts === undefined || (repository !== null && accepts(repository))) return null
  return checkReasons.repositoryNotAccepted(repository ?? 'none')
}

/** What is said of an enclave whose evidence, of this kind, holds under these roots; null for none that is known. */
export function verificationOf(
  kind: string,
  processor: MeasuredEnclave['processor'],
  roots: 'hardware' | 'simulation',
): Verification | null {
  const found = verifications.find((each) => {
    const proven = kinds[each]
    const isMeant = proven?.kind === kind && proven.processor === processor
    return isMeant && isSimulation(each) === (roots === 'simulation')
  })
  return found ?? null
}
