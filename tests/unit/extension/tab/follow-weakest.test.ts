import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryOf, withEntry, type AnswerTable } from '../../../../extension/tab/answer-table.ts'
import { briefOf, type BriefCard } from '../../../../extension/tab/brief-card.ts'
import { followWeakest } from '../../../../extension/tab/follow-weakest.ts'
import { emptyTab, reduceTab, type TabState } from '../../../../extension/tab/tab-state.ts'
import { viewTab } from '../../../../extension/tab/view-tab.ts'
import { cardOf } from '../../../support/extension/bundle-badge.ts'
import { tabAfter, tabEvents } from '../../../support/in-memory/tab-events.ts'

test('the weakest answer, followed from change to change, is the one that a look at all of them finds', () => {
  fc.assert(
    fc.property(tabEvents, tabEvents, (first, then) => {
      const weakest = followWeakest()
      let state = tabAfter(first)
      for (const happened of [null, ...then]) {
        if (happened !== null) state = reduceTab(state, happened)
        const { mark, tone, label, state: found } = weakest(state) ?? {}
        const said = viewTab(state, (name) => {
          const card = entryOf(state.described, name)
          return card ? { card } : null
        }).weakest?.said
        expect({ mark, tone, label, found }).toEqual({
          mark: said?.mark,
          tone: said?.tone,
          label: said?.label,
          found: said?.state,
        })
      }
    }),
    { numRuns: 500 },
  )
})

/** Counts what is looked up in it. */
function counting<Value>(table: AnswerTable<Value>, count: () => void): AnswerTable<Value> {
  return table.map(
    (bucket) =>
      new Proxy(bucket, {
        get(entries, digest) {
          count()
          return entries[String(digest)]
        },
      }),
  )
}

/** Look-ups for one answer that comes after so many. */
function lookUpsFor(turns: number): number {
  let lookUps = 0
  const card = briefOf(cardOf('promised'))
  const digests = Array.from({ length: turns }, (_, index) => index.toString(16).padStart(64, '0'))
  const last = 'f'.repeat(64)
  const described = digests.reduce(
    (table, digest) => withEntry<BriefCard>(table, digest, card),
    emptyTab('').described,
  )
  const state: TabState = {
    ...emptyTab('https://chat.example'),
    turns: digests.map((digest) => ({ digest })),
    described: counting(described, () => {
      lookUps += 1
    }),
  }
  const weakest = followWeakest()
  weakest(state)
  lookUps = 0
  const steps: readonly TabState[] = [
    { ...state, turns: [...state.turns, { digest: last }] },
    {
      ...state,
      turns: [...state.turns.slice(1), { digest: last }],
      described: withEntry(state.described, last, { ...card, state: 'failed' }),
    },
  ]
  for (const step of steps) weakest(step)
  return lookUps
}

test('one more answer costs as many look-ups in a long conversation as in a short one', () => {
  expect(lookUpsFor(2_000)).toBe(lookUpsFor(20))
})
