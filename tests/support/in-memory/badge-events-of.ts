import { claims } from '#shared/claims.ts'
import type { AnswerState } from '#shared/judge/state/answer-state.ts'
import { describeRefused } from '#shared/judge/words/describe-refused.ts'
import type { BadgeEvent } from '../../../extension/content/turns/badge-events.ts'
import { cardOf } from '../extension/bundle-badge.ts'

/** What is said of an answer of which one check failed. */
export const refused = describeRefused(
  { id: 'enclave-receipt.present', reason: 'no receipt came with the answer' },
  { signer: 'gateway.example', claimOf: (id) => claims[id] },
)

/** The words of the answer of this number. */
export const textOf = (index: number) => `Answer number ${index} has some words of its own.`
const digestOf = (index: number) => `${index}`.repeat(64)
export const cardFor = (
  index: number,
  state: AnswerState,
  shown: 'same' | 'not-placed' = 'not-placed',
) => ({
  ...cardOf(state),
  digest: digestOf(index),
  shown,
})

/** Its verdict, which names no place. */
export const judged = (index: number, state: AnswerState = 'promised'): BadgeEvent<string> => ({
  kind: 'judged',
  id: index,
  text: textOf(index),
  drawn: [],
  place: null,
  card: cardFor(index, state),
})
