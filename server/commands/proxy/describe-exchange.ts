import { claims } from '#shared/claims.ts'
import { describeExchange, type EndedExchange } from '#shared/exchange/describe-exchange.ts'
import type { AnswerView } from '#shared/judge/words/describe-answer.ts'
import type { Naming } from '#shared/judge/words/naming.ts'

export const proxyNaming: Naming = { signer: 'The gateway', claimOf: (id) => claims[id] }

/** What is said of one exchange to the user of the proxy. */
export function describeProxied(ended: EndedExchange): AnswerView {
  return describeExchange(ended, proxyNaming)
}
