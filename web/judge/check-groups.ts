import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import { outcomeOf, type CheckOutcome } from '#shared/judge/state/check-outcome.ts'
import type { Check } from '#shared/verdict.ts'
import { linkPlans } from './link-plans.ts'
import { chainWords as words } from '#shared/words/english/pages/chain.ts'

export interface CheckGroup {
  readonly id: string
  readonly title: string
  readonly checks: readonly GroupedCheck[]
  readonly worst: CheckOutcome
  /** How many of them came out as the worst did. */
  readonly worstCount: number
}

interface GroupedCheck {
  readonly check: Check
  readonly outcome: CheckOutcome
}

const fromWorst: readonly CheckOutcome[] = ['fail', 'skip', 'simulated', 'pass']

/** The checks by the link of the chain that each belongs to, from what is read down to the processor. */
export function checkGroups(checks: readonly Check[], receipt: Receipt): readonly CheckGroup[] {
  const judged = checks.map((check) => ({ check, outcome: outcomeOf(check, receipt) }))
  const linkOf = ({ check }: GroupedCheck) => linkPlans.find(({ isOwn }) => isOwn(check.id))
  return [...linkPlans.toReversed(), noLink].flatMap(({ id, title }) => {
    const own = judged.filter((each) => (linkOf(each)?.id ?? noLink.id) === id)
    const worst = fromWorst.find((outcome) => own.some((each) => each.outcome === outcome))
    if (worst === undefined) return []
    const worstCount = own.filter(({ outcome }) => outcome === worst).length
    return [{ id, title, checks: own, worst, worstCount }]
  })
}

const noLink = { id: 'others', title: words.others } as const
