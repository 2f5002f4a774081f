import type { RefusedView } from '#shared/judge/words/describe-refused.ts'
import type { AnswerCard } from '../answer/answer-card.ts'
import type { PlainSaid } from '../answer/said.ts'
import type { TakeoverRule } from './hook-messages.ts'

/** Judged; `text` is what was answered, and `drawn` its words as pages draw them: both are for finding its place. */
export interface JudgedMessage {
  readonly kind: 'judged'
  readonly id: number
  readonly text: string
  readonly drawn: readonly string[]
  readonly place: string | null
  readonly card: AnswerCard
}

/** It failed, and no receipt came that could be kept; `text` is what was shown of it. */
export interface RefusedMessage {
  readonly kind: 'refused'
  readonly id: number
  readonly text: string
  readonly said: RefusedView
}

/** It is over, and there is nothing more to say about it; `words` are those of an answer without a receipt, as pages draw them. */
export interface NothingMessage {
  readonly kind: 'nothing'
  readonly id: number
  readonly words?: readonly string[]
}

/** From the background to the content script, on the port `observe` and, about encrypted answers, on `encrypt`. */
export type ToBridge =
  /** First on every connection. `off`: the user did not enable this origin. */
  | {
      readonly kind: 'rules'
      readonly rules: readonly TakeoverRule[]
      readonly site: 'on' | 'off'
      /** For what has no receipt to speak of. */
      readonly words: PlainSaid
    }
  /** An answer is on its way; `text` is what is there of it. Nothing is verified yet. */
  | { readonly kind: 'writing'; readonly id: number; readonly text: string }
  | JudgedMessage
  | RefusedMessage
  | NothingMessage
