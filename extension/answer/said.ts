import type { AnswerState } from '#shared/judge/state/answer-state.ts'
import type { FailedPart } from '#shared/judge/words/describe-refused.ts'
import { lookOf, type Look } from '#shared/judge/state/look-of.ts'
import { describePhase, type Phase } from '#shared/judge/state/phase.ts'
import { noReceiptWords } from '#shared/words/english/verdict/no-receipt.ts'

/** What is said of one answer at one moment, the same on every surface. */
export interface Said extends Look {
  readonly state: AnswerState | Phase
  readonly sentence: string
  readonly failed?: FailedPart | null
}

/** What is said where there is no receipt to speak of. */
export const plainSaid = {
  writing: describePhase('writing'),
  comparing: describePhase('comparing'),
  none: { state: 'no-receipt', ...lookOf('no-receipt'), sentence: noReceiptWords.none },
  /** Where receipts came whose place is not known. */
  unmatched: { state: 'no-receipt', ...lookOf('no-receipt'), sentence: noReceiptWords.unmatched },
  /** Several answers could be the one that stands there. */
  undecided: {
    state: 'no-receipt',
    ...lookOf('no-receipt'),
    label: noReceiptWords.severalLabel,
    sentence: noReceiptWords.several,
  },
  /** For a front-end whose server drops every receipt. */
  dropped: { state: 'no-receipt', ...lookOf('no-receipt'), sentence: noReceiptWords.dropped },
} as const satisfies Readonly<Record<string, Said>>

export type PlainSaid = Readonly<Record<keyof typeof plainSaid, Said>>
