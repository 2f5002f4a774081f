import type { AnswerCard } from '../../answer/answer-card.ts'
import type { Said } from '../../answer/said.ts'

/** What a badge shows. */
export interface BadgeContent {
  readonly said: Said
  /** All that is kept of it; null without a receipt. */
  readonly card: AnswerCard | null
}
