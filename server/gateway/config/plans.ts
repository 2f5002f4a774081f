import { configProblems } from '#shared/words/english/configuration/config-problems.ts'
import { mismatchWords } from '#shared/words/english/configuration/mismatch-words.ts'
import { ConfigError } from '../common/config-error.ts'
import type { PlanConfig } from './gateway-config-schema.ts'

export interface Plan {
  readonly id: string
  /** Higher entitles to more; a caller without a key is below every plan. */
  readonly rank: number
  readonly requestsPerMinute: number
  /** Null where it has none beside the requests of a minute. */
  readonly budgets: PlanBudgets | null
}

/** Each null where there is no such budget. */
export interface PlanBudgets {
  readonly requestsPerDay: number | null
  readonly tokensPerMinute: number | null
  readonly tokensPerDay: number | null
}

export interface Plans {
  /** What a new key gets, and what a key falls back to when its plan has ended. */
  readonly first: Plan
  /** Weakest first. */
  readonly all: readonly Plan[]
  find(id: string): Plan | null
  /** Whether a caller on `plan` (null when signed out) may use what needs `needed`. */
  entitles(plan: Plan | null, needed: string): boolean
}

/** Two plans, unless the configuration names others. */
const shippedPlans: readonly PlanConfig[] = [
  { id: 'free', requests_per_minute: 60 },
  { id: 'paid', requests_per_minute: 600 },
]

/** @param configs weakest first, at least one */
export function createPlans(configs: readonly PlanConfig[] = shippedPlans): Plans {
  const all = configs.map((config, rank) => ({
    id: config.id,
    rank,
    requestsPerMinute: config.requests_per_minute,
    budgets: budgetsOf(config),
  }))
  const byId = new Map(all.map((plan) => [plan.id, plan]))
  const [first] = all
  if (!first) throw new ConfigError('plans', mismatchWords.emptyList, configProblems.onePlan)
  return {
    first,
    all,
    find: (id) => byId.get(id) ?? null,
    entitles(plan, needed) {
      const least = byId.get(needed)
      return plan !== null && least !== undefined && plan.rank >= least.rank
    },
  }
}

function budgetsOf(config: PlanConfig): PlanBudgets | null {
  const budgets = {
    requestsPerDay: config.requests_per_day ?? null,
    tokensPerMinute: config.tokens_per_minute ?? null,
    tokensPerDay: config.tokens_per_day ?? null,
  }
  return Object.values(budgets).every((budget) => budget === null) ? null : budgets
}
