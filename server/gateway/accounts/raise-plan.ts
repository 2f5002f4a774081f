import type { Plan, Plans } from '../config/plans.ts'

const dayMs = 86_400_000

interface InForce {
  readonly plan: Plan
  readonly planUntil: string | null
}

interface Raise {
  readonly plans: Plans
  readonly voucher: { readonly plan: string; readonly days: number | null }
  readonly at: Date
}

/** A voucher raises the plan or prolongs it; one that would do neither is not used up. */
export function raisePlan(account: InForce, { plans, voucher, at }: Raise) {
  const plan = plans.find(voucher.plan)
  if (plan === null || plan.rank < account.plan.rank) return null
  const isSamePlan = plan.rank === account.plan.rank
  if (isSamePlan && account.planUntil === null) return null
  if (voucher.days === null) return { plan: plan.id, planUntil: null }
  const start =
    isSamePlan && account.planUntil !== null ? Date.parse(account.planUntil) : at.getTime()
  return { plan: plan.id, planUntil: new Date(start + voucher.days * dayMs).toISOString() }
}
