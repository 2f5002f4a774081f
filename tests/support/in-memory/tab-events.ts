import fc from 'fast-check'
import { claims } from '#shared/claims.ts'
import { answerStates } from '#shared/judge/state/answer-state.ts'
import { describeRefused } from '#shared/judge/words/describe-refused.ts'
import type { ListedAnswer } from '../../../extension/messages/ui-requests.ts'
import { briefOf } from '../../../extension/tab/brief-card.ts'
import {
  emptyTab,
  reduceTab,
  type Stage,
  type TabEvent,
  type TabState,
  type TurnRef,
} from '../../../extension/tab/tab-state.ts'
import { cardOf } from '../extension/bundle-badge.ts'

// Whatever may happen in a tab, in any order.

export const refusedSaid = describeRefused(
  { id: 'enclave-receipt.present', reason: 'no receipt came with the answer' },
  { signer: 'gateway.example', claimOf: (id) => claims[id] },
)

/** One answer for each state, kept under a digest of its own. */
const digests = answerStates.map((_state, at) => `${at}`.repeat(64))
export const keptAnswers: ReadonlyMap<string, ListedAnswer> = new Map(
  digests.map((digest, at) => [
    digest,
    {
      card: { ...cardOf(answerStates[at] ?? 'failed'), digest },
      origin: 'https://chat.example',
      gateway: null,
      at: 0,
      path: 'direct' as const,
      question: null,
    },
  ]),
)

const keys = ['0-1', '0-2', '0-3', '0-4', '7-1']
export const exchangeKeys = fc.constantFrom(...keys)
const digest = fc.constantFrom(...digests, 'ee'.repeat(32))
export const stages: fc.Arbitrary<Stage> = fc.oneof(
  fc.constant({ at: 'writing' } as const),
  fc.constant({ at: 'ended' } as const),
  fc.constant({ at: 'refused', said: refusedSaid } as const),
  digest.map((name) => ({ at: 'judged', digest: name }) as const),
)
/** Each is one object: in a tab a list keeps the members that stay. */
const refs: readonly TurnRef[] = [
  null,
  'undecided',
  ...[...digests, 'ee'.repeat(32)].map((name) => ({ digest: name })),
  ...keys.map((exchange) => ({ exchange })),
]
const turn = fc.constantFrom(...refs)
const event: fc.Arbitrary<TabEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('stage'), key: exchangeKeys, stage: stages }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('turns'),
      turns: fc.uniqueArray(turn, { maxLength: 5, selector: (ref) => JSON.stringify(ref) }),
      turnsBefore: fc.constantFrom(0, 0, 30, 32, 63),
      frontend: fc.constant('nextchat'),
      receipts: fc.constant('arrive'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('compared'),
      digest,
      as: fc.constantFrom('same', 'differs', 'unsure', 'other'),
      found: fc.constantFrom('came-here', 'by-place', 'by-words'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('described'),
      digest,
      card: fc.constantFrom(null, ...[...keptAnswers.values()].map(({ card }) => briefOf(card))),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restarted') }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('page'), page: fc.constantFrom('one', 'two') }),
  },
) as fc.Arbitrary<TabEvent>

export const tabEvents = fc.array(event, { maxLength: 40 })
export const tabAfter = (all: readonly TabEvent[]): TabState =>
  all.reduce(reduceTab, emptyTab('https://chat.example'))
