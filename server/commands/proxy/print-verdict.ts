import type { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import { failureMeaning } from '#shared/judge/words/failure-meaning.ts'
import { showText } from '#shared/text/show-text.ts'
import type { Check } from '#shared/verdict.ts'
import { proxyNaming } from './describe-exchange.ts'
import type { EndedAnswer } from './ended-answer.ts'
import { proxyWords as words } from '#shared/words/english/programs/proxy-command.ts'

/** When it was, in UTC to the second, and the gateway's id of the request, or nothing. */
export interface LineHead {
  readonly at: Date
  readonly id: string | null
}

/** One exchange in a line, and below it what belongs to its state. Nothing of its content. */
export function verdictLines(at: Date, ended: EndedAnswer): readonly string[] {
  const { view, outcome, checks, model, enclaveModel, id, notes } = ended
  const name = model === enclaveModel ? model : words.inEnclave(model, enclaveModel)
  return [
    `${startOf({ at, id })}${showText(name)}  ${view.mark} ${view.label}${outcome === 'complete' ? '' : ` (${outcome})`}`,
    `  ${view.sentence}`,
    ...view.circumstances.map((line) => `  ${line}`),
    ...failureLines(checks),
    ...view.missing.map(({ what, suppliedBy }) => words.missing(what, suppliedBy)),
    ...view.notEstablished.map((line) => words.notProven(line)),
    ...notes.map((line) => `  ${line}`),
  ]
}

/** The line of a refused request: its code, and the member at fault; no text of the request or the answer. */
export function refusalLine(
  head: LineHead,
  model: string | null,
  { code, param, statusCode, clear }: ExchangeRefused,
): string {
  const named = model === null ? '' : `${showText(model)}  `
  const member = param === null ? '' : `, ${showText(param, 100)}`
  const allowed = clear === null ? '' : words.allows(`--clear ${showText(clear, 100)}`)
  return `${words.refused(`${startOf(head)}${named}`, code, `${statusCode}${member}`)}${allowed}`
}

/** The line of a request whose tool left. */
export function leftLine(head: LineHead, model: string): string {
  return words.left(`${startOf(head)}${showText(model)}`)
}

function startOf({ at, id }: LineHead): string {
  return `${at.toISOString().slice(0, 19)}Z  ${id === null ? '' : `${id}  `}`
}

/** Each check that failed, in a sentence for people, and behind it its name and what was found. */
export function failureLines(checks: readonly Check[]): readonly string[] {
  return checks.flatMap((check) =>
    check.status === 'fail'
      ? [
          words.failed(
            failureMeaning(check.id, proxyNaming),
            `${check.id}: ${showText(check.reason, 200)}`,
          ),
        ]
      : [],
  )
}
