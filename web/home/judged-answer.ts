import type { AnswerView } from '#shared/judge/words/describe-answer.ts'
import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import type { Exchange } from '#shared/svc/verify-answer.ts'

/** One turn of the chat on this page, with all that is said of it. */
export interface JudgedAnswer {
  readonly kind: 'judged' | 'example'
  readonly question: string
  readonly opened: Exchange
  readonly receipt: Receipt
  readonly view: AnswerView
  /**
   * Leads to `/verify` with receipt, messages and answer in the fragment. Null where a check failed, since
   * what can be shown to others would leave that part out, and for the example.
   */
  readonly verifyLink: string | null
}
