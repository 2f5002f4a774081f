import { FormatError } from '../../errors.ts'
import { proven, refused, type EvidenceCheck } from '../../evidence-check.ts'
import type { ShownEvidence, EvidenceKind, EvidencePolicy } from './evidence-kind.ts'

export interface EvidenceVerdict {
  /** `incomplete`: nothing failed, and something that is required was not shown. */
  readonly kind: 'verified' | 'incomplete' | 'rejected'
  readonly checks: readonly EvidenceCheck[]
  readonly missing: readonly EvidenceCheck['id'][]
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
    const { checks, required } = kind.judge(evidence, policy)
    return decide([proven('document.format'), ...checks], required)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return decide([refused('document.format', `${error.code}: ${error.message}`)], [])
  }
}

function decide(
  checks: readonly EvidenceCheck[],
  required: readonly EvidenceCheck['id'][],
): EvidenceVerdict {
  const own = checks.filter(({ by }) => by === 'us')
  if (own.some(({ status }) => status === 'fail')) return { kind: 'rejected', checks, missing: [] }
  const missing = required.filter((id) => {
    const found = own.filter((check) => check.id === id)
    return found.length === 0 || found.some(({ status }) => status !== 'pass')
  })
  const isWhole = required.length > 0 && missing.length === 0
  return { kind: isWhole ? 'verified' : 'incomplete', checks, missing }
}
