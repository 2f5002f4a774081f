import type { ServedEnd } from '#shared/exchange/serve-exchange.ts'
import type { ExchangeJudgement } from '#shared/judge/judge-exchange.ts'
import type { Translated } from '#shared/translation/translate-request.ts'
import { establishedSvc } from '#shared/svc/established-svc.ts'
import { describeProxied } from './describe-exchange.ts'

/**
 * Text of the `svc` that a tool gets: what its receipts say, and as `verdict` what this proxy found. The receipt in it
 * commits to what was encrypted, so that the tool's own words do not open it. Null where the gateway sent none.
 * @param translated null where the tool was answered in the chat that was encrypted
 */
export function svcOf(
  judgement: ExchangeJudgement,
  { svc }: ServedEnd,
  translated: Translated | null,
): string | null {
  if (svc === null) return null
  const view = describeProxied({ judgement, svc })
  const verdict = {
    by: 'countersign-proxy',
    state: view.state,
    label: view.label,
    sentence: view.sentence,
    outcome: judgement.outcome,
    circumstances: view.circumstances,
    missing: view.missing.map(({ what, suppliedBy }) => ({ what, supplied_by: suppliedBy })),
    not_established: view.notEstablished,
    ...(translated !== null && translated.leftOut.length > 0 && { left_out: translated.leftOut }),
  }
  return JSON.stringify({
    ...establishedSvc(svc),
    ...(translated !== null && { translated: true }),
    verdict,
  })
}
