import { failureSentence } from '#shared/judge/words/failure-sentence.ts'
import { showText } from '#shared/text/show-text.ts'
import type { Check } from '#shared/verdict.ts'
import { describeExchange, proxyNaming, type EndedExchange } from './describe-exchange.ts'

/** One exchange in a line, and below it what belongs to its state. Nothing of its content. */
export function verdictLines(model: string, ended: EndedExchange): readonly string[] {
  const view = describeExchange(ended)
  const { verdict, outcome } = ended.judgement
  return [
    `${model}  ${view.mark} ${view.label}${outcome === 'complete' ? '' : ` (${outcome})`}`,
    `  ${view.sentence}`,
    ...view.circumstances.map((line) => `  ${line}`),
    ...failureLines(verdict.checks),
    ...view.missing.map(({ what, suppliedBy }) => `  missing: ${what}; it takes ${suppliedBy}`),
    ...view.notEstablished.map((line) => `  not established: ${line}`),
  ]
}

/** Each check that failed, in a sentence for people, and behind it its name and what was found. */
export function failureLines(checks: readonly Check[]): readonly string[] {
  return checks.flatMap((check) =>
    check.status === 'fail'
      ? [
          `  FAIL ${failureSentence(check.id, proxyNaming)} [${check.id}: ${showText(check.reason, 200)}]`,
        ]
      : [],
  )
}
