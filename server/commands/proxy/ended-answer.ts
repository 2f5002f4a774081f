import type { ExchangeOutcome } from '#shared/judge/exchange-outcome.ts'
import type { AnswerView } from '#shared/judge/words/describe-answer.ts'
import type { Check } from '#shared/verdict.ts'

/** One answer that was judged, as its user is told of it. Nothing of its content. */
export interface EndedAnswer {
  /** As the tool named it, and as the enclave calls it. */
  readonly model: string
  readonly enclaveModel: string
  /** The id of the request, if the gateway or the enclave gave it one. */
  readonly id: string | null
  readonly view: AnswerView
  readonly outcome: ExchangeOutcome
  readonly checks: readonly Check[]
  /** What else its user should know. */
  readonly notes: readonly string[]
}
