import { claims } from '#shared/claims.ts'
import type { Json } from '#shared/canonical-json.ts'
import type { ExchangeJudgement } from '#shared/judge/judge-exchange.ts'
import type { Circumstances } from '#shared/judge/state/circumstances.ts'
import { describeAnswer, type AnswerView } from '#shared/judge/words/describe-answer.ts'
import type { Naming } from '#shared/judge/words/naming.ts'
import { describeRefused } from '#shared/judge/words/describe-refused.ts'
import { unsignedMembers } from '#shared/svc/unsigned-members.ts'
import type { Svc } from '#shared/svc/parse-svc.ts'

/** One exchange as the proxy knows it at its end. */
export interface EndedExchange {
  readonly judgement: ExchangeJudgement
  /** Null when the gateway signed nothing. */
  readonly svc: Svc | null
}

export const proxyNaming: Naming = { signer: 'The gateway', claimOf: (id) => claims[id] }

/** What is said of one exchange. The enclave signs the whole answer, but not what the gateway adds to it. */
export function describeExchange({ judgement, svc }: EndedExchange): AnswerView {
  const { verdict, secondHop, sentInClear, cameInClear } = judgement
  const circumstances: Circumstances = {
    path: { kind: 'sealed' },
    sentToServer: false,
    textShown: 'not shown',
    sentInClear,
    cameInClear,
    unsigned: svc === null ? [] : unsignedMembers({ svc: svc as unknown as Json }),
  }
  if (svc !== null) {
    const judged = { receipt: svc.receipt, verdict, secondHop }
    return describeAnswer(judged, circumstances, proxyNaming)
  }
  const nothing = describeAnswer(null, circumstances, proxyNaming)
  return verdict.kind === 'rejected'
    ? {
        ...nothing,
        ...describeRefused(verdict.failed, proxyNaming),
        failed: verdict.failed,
        exitStatus: 1,
      }
    : nothing
}
