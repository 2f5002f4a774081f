import type { Json } from '../canonical-json.ts'
import type { ExchangeJudgement } from '../judge/judge-exchange.ts'
import type { Circumstances } from '../judge/state/circumstances.ts'
import { describeAnswer, type AnswerView } from '../judge/words/describe-answer.ts'
import { describeRefused } from '../judge/words/describe-refused.ts'
import type { Naming } from '../judge/words/naming.ts'
import { unsignedMembers } from '../svc/unsigned-members.ts'
import type { Svc } from '../svc/parse-svc.ts'

/** One exchange as its client knows it at its end. */
export interface EndedExchange {
  readonly judgement: ExchangeJudgement
  /** Null when the gateway signed nothing. */
  readonly svc: Svc | null
}

/** What is said of one exchange. The enclave signs the whole answer, but not what the gateway adds to it. */
export function describeExchange({ judgement, svc }: EndedExchange, naming: Naming): AnswerView {
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
    return describeAnswer(judged, circumstances, naming)
  }
  const nothing = describeAnswer(null, circumstances, naming)
  return verdict.kind === 'rejected'
    ? {
        ...nothing,
        ...describeRefused(verdict.failed, naming),
        failed: verdict.failed,
        exitStatus: 1,
      }
    : nothing
}
