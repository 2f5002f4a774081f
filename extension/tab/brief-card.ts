import type { AnswerCard } from '../answer/answer-card.ts'

/** What is said of an answer that is kept, as short as the toolbar needs it. Texts and links are the card's. */
export type BriefCard = Pick<AnswerCard, 'state' | 'mark' | 'tone' | 'label' | 'isGood'>

export function briefOf({ state, mark, tone, label, isGood }: BriefCard): BriefCard {
  return { state, mark, tone, label, isGood }
}

export function isSameBrief(a: BriefCard, b: BriefCard): boolean {
  return a.state === b.state && a.mark === b.mark && a.tone === b.tone && a.label === b.label
}
