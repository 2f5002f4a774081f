import { claims } from '#shared/claims.ts'
import type { ExchangeJudgement } from '#shared/e2ee/judge-exchange.ts'
import type { Check } from '#shared/verdict.ts'
import { isVerified } from '#shared/exchange/serve-exchange.ts'

/** One exchange in a line, and below it what was not established. Nothing of its content. */
export function verdictLines(
  model: string,
  judgement: ExchangeJudgement,
  simulation: 'refuse' | 'accept',
): readonly string[] {
  const { verdict, outcome } = judgement
  const word = isVerified(judgement) ? 'VERIFIED' : 'NOT VERIFIED'
  const shown =
    simulation === 'accept' && isVerified(judgement)
      ? `${word}, development mode: a simulated enclave proves nothing about hardware`
      : `${word}, ${outcome}`
  const failed = verdict.checks.filter(({ status }) => status === 'fail')
  const skipped = verdict.checks.filter(({ status }) => status === 'skip')
  return [
    `${model}  ${shown}`,
    ...failed.map((check) => `  FAIL ${explain(check)}`),
    ...skipped.map((check) => `  not established: ${explain(check)}`),
  ]
}

export function explain(check: Check): string {
  const reason = check.status === 'pass' ? '' : ` (${check.reason})`
  return `${check.id}: ${claims[check.id].user}${reason}`
}
