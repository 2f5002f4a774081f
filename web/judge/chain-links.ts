import type { CheckId } from '#shared/claims.ts'
import type { EvidenceOrigin } from '#shared/judge/evidence-leaves-open.ts'
import type { CheckOutcome } from '#shared/judge/state/check-outcome.ts'
import type { Naming } from '#shared/judge/words/naming.ts'
import { failureSentence } from '#shared/judge/words/failure-sentence.ts'
import { decideVerdict, type Check } from '#shared/verdict.ts'
import { linkPlans, type LinkPlan } from './link-plans.ts'
import { chainWords as words } from '#shared/words/english/pages/chain.ts'

/** One link of the chain behind an enclave's answer, as it is drawn. */
export interface ChainLink {
  readonly id: string
  readonly title: string
  /** What holds when it passes. */
  readonly proves: string
  /** `not-counted`: it passed, and counts for nothing, since one above it did not. */
  readonly status: CheckOutcome | 'not-counted'
  /** Whether the step belongs to a simulated enclave, which has no hardware. */
  readonly isSimulated: boolean
  /** Why it does not hold, in a sentence; null when it does. */
  readonly because: string | null
  /** How many checks stand behind it. */
  readonly count: number
}

export interface ChainKind {
  readonly enclave: 'hardware' | 'simulated'
  readonly origin: EvidenceOrigin
  readonly naming: Naming
}

/** @param required ids that had to pass, as for the verdict */
export function chainLinks(
  checks: readonly Check[],
  required: readonly CheckId[],
  kind: ChainKind,
): readonly ChainLink[] {
  const links = linkPlans.map((plan) => judgeLink(plan, checks, required, kind))
  const broken = links.findIndex(({ status }) => !holds(status))
  return links.map((link, index) =>
    broken >= 0 && index > broken && holds(link.status) ? { ...link, status: 'not-counted' } : link,
  )
}

function holds(status: ChainLink['status']): boolean {
  return status === 'pass' || status === 'simulated'
}

/** Links that stand on the enclave's word; those after them are the gateway's. */
const enclaveLinks: readonly string[] = [
  'processor',
  'software',
  'keys',
  'enclave-receipt',
  'bytes',
]

function wordsOf({ id, title, proves }: LinkPlan, { enclave, origin }: ChainKind) {
  if (id === 'processor' && enclave === 'simulated') {
    return {
      title: words.simulated,
      proves: words.simulatedProves,
    }
  }
  return id === 'keys' && origin === 'asked here'
    ? {
        title,
        proves: words.keysProveNow,
      }
    : { title, proves }
}

function judgeLink(
  plan: LinkPlan,
  checks: readonly Check[],
  required: readonly CheckId[],
  kind: ChainKind,
): ChainLink {
  const { id, isOwn } = plan
  const own = checks.filter((check) => isOwn(check.id))
  // That it is simulated is said beside the whole chain, and breaks no link of it.
  const needed = required.filter((each) => isOwn(each) && each !== 'receipt.hardware')
  const counted = own.filter((check) => check.id !== 'receipt.hardware' || check.status !== 'skip')
  const verdict = decideVerdict(counted, needed)
  const isSimulated = kind.enclave === 'simulated' && enclaveLinks.includes(id)
  const link = { id, ...wordsOf(plan, kind), isSimulated, count: own.length }
  switch (verdict.kind) {
    case 'verified':
      return { ...link, status: isSimulated ? 'simulated' : 'pass', because: null }
    case 'rejected':
      return {
        ...link,
        status: 'fail',
        because: failureSentence(verdict.failed, kind.naming),
      }
    case 'partial':
      return {
        ...link,
        status: 'skip',
        because: whyNot(counted) ?? words.notReached,
      }
  }
}

function whyNot(checks: readonly Check[]): string | null {
  const skipped = checks.find((check) => check.status === 'skip')
  return skipped?.status === 'skip' ? words.notChecked(skipped.reason) : null
}
