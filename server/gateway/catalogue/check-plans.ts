import { configProblems } from '#shared/words/english/configuration/config-problems.ts'
import type { Plans } from '../config/plans.ts'
import { ConfigError } from '../common/config-error.ts'
import type { Catalogue } from './catalogue.ts'

/** @throws {ConfigError} when a model needs a plan that does not exist, and nobody could use it */
export function checkPlans(catalogue: Catalogue, plans: Plans): void {
  for (const { id, plan } of catalogue.models.values()) {
    if (plan === null || plans.find(plan) !== null) continue
    throw new ConfigError(
      `models "${id}" plan`,
      configProblems.noPlan(plan),
      configProblems.usePlan(plans.all.map((each) => each.id).join(', ')),
    )
  }
}
