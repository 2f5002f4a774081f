import { claims } from '#shared/claims.ts'
import { describeExchange, type EndedExchange } from '#shared/exchange/describe-exchange.ts'
import type { AnswerView } from '#shared/judge/words/describe-answer.ts'
import type { Naming } from '#shared/judge/words/naming.ts'
import { proxyWords as words } from '#shared/words/english/programs/proxy-command.ts'

export const proxyNaming: Naming = { signer: words.gateway, claimOf: (id) => claims[id] }

/** What is said of one exchange to the user of the proxy. */
export function describeProxied(ended: EndedExchange): AnswerView {
  return describeExchange(ended, proxyNaming)
}
