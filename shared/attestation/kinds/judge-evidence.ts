import { FormatError } from '../../errors.ts'
import { proven, refused, type EvidenceCheck } from '../../evidence-check.ts'
import type {
  EvidenceKind,
  EvidencePolicy,
  JudgedEvidence,
  MeasuredEnclave,
  RunningMachine,
  ShownEvidence,
} from './evidence-kind.ts'

export interface EvidenceVerdict {
  /** `incomplete`: nothing failed, and something that is required was not shown. */
  readonly kind: 'verified' | 'incomplete' | 'rejected'
  readonly checks: readonly EvidenceCheck[]
  readonly required: readonly EvidenceCheck['id'][]
  readonly missing: readonly EvidenceCheck['id'][]
  /** Null unless the evidence is verified, and of one enclave. */
  readonly enclave: MeasuredEnclave | null
  /** What every machine measured, verified or not. */
  readonly running: readonly RunningMachine[]
}

/**
 * Judges evidence of a kind. Evidence that cannot be read is a failed check. What fails by this program's own work
 * rejects; an opinion of others never does, and never stands in for what is required.
 */
export function judgeEvidence(
  kind: EvidenceKind,
  evidence: ShownEvidence,
  policy: EvidencePolicy,
): EvidenceVerdict {
  try {
    const { checks, ...judged } = kind.judge(evidence, policy)
    return decideEvidence({ ...judged, checks: [proven('document.format'), ...checks] })
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const unread = refused('document.format', `${error.code}: ${error.message}`)
    return decideEvidence({ checks: [unread], required: ['document.format'] })
  }
}

/** What follows from checks. */
export function decideEvidence({
  checks,
  required,
  enclave,
  running = [],
}: JudgedEvidence): EvidenceVerdict {
  const own = checks.filter(({ by }) => by === 'us')
  if (own.some(({ status }) => status === 'fail')) {
    return { kind: 'rejected', checks, required, missing: [], enclave: null, running }
  }
  const missing = required.filter((id) => {
    const found = own.filter((check) => check.id === id)
    return found.length === 0 || found.some(({ status }) => status !== 'pass')
  })
  const isWhole = required.length > 0 && missing.length === 0
  return isWhole
    ? { kind: 'verified', checks, required, missing, enclave: enclave ?? null, running }
    : { kind: 'incomplete', checks, required, missing, enclave: null, running }
}
