import fc from 'fast-check'
import { plainSaid } from '../../../../extension/answer/said.ts'
import { expect, test } from 'vitest'
import {
  answerStates,
  compareStates,
  isGood,
  type AnswerState,
} from '#shared/judge/state/answer-state.ts'
import { entryOf } from '../../../../extension/tab/answer-table.ts'
import { briefOf } from '../../../../extension/tab/brief-card.ts'
import { reduceTab, type Stage, type TabState } from '../../../../extension/tab/tab-state.ts'
import { changedParts, statesOf } from '../../../../extension/tab/tab-parts.ts'
import { sayStage, viewTab } from '../../../../extension/tab/view-tab.ts'
import {
  exchangeKeys,
  keptAnswers,
  refusedSaid,
  stages,
  tabAfter,
  tabEvents,
} from '../../../support/in-memory/tab-events.ts'
import { cardOf } from '../../../support/extension/bundle-badge.ts'

// One store of what happened in a tab: whatever happened, in whatever order, no two surfaces disagree.

const answerOf = (name: string) => keptAnswers.get(name) ?? null

/** What the page's badge is told about one exchange, which is the stage that was noted for it. */
const badgeOf = (state: TabState, name: string) => {
  const found = state.exchanges.find((each) => each.key === name)
  return found ? sayStage(found.stage, answerOf).said : null
}

const isFinal = (state: string): state is AnswerState =>
  (answerStates as readonly string[]).includes(state)

test('the same answer has the same state on badge, list, popup and toolbar', () => {
  fc.assert(
    fc.property(tabEvents, (all) => {
      const state = tabAfter(all)
      const { turns, unplaced, weakest } = viewTab(state, answerOf)
      state.turns.forEach((ref, at) => {
        const shown = turns[at]?.said
        if (ref === 'undecided') {
          expect(shown).toBe(plainSaid.undecided)
          return
        }
        if (ref && 'exchange' in ref && badgeOf(state, ref.exchange)) {
          // Good words wait for the text, on the badge as in the list.
          if (shown?.state !== 'comparing') {
            expect(shown?.label).toBe(badgeOf(state, ref.exchange)?.label)
            expect(shown?.state).toBe(badgeOf(state, ref.exchange)?.state)
          }
        }
        if (ref && 'digest' in ref && shown?.state !== 'comparing') {
          expect(shown?.state).toBe(keptAnswers.get(ref.digest)?.card.state ?? 'no-receipt')
        }
        if (ref === null) expect(shown?.state).toBe('no-receipt')
      })
      // Popup and toolbar show the weakest: nothing that stands on the page, or failed, is weaker.
      const finals = turns.flatMap((each) => (isFinal(each.said.state) ? [each.said.state] : []))
      const failed = unplaced.filter((each) => each.said.state === 'failed')
      const worst = weakest?.said.state
      if (worst !== undefined && isFinal(worst)) {
        for (const each of finals) expect(compareStates(worst, each)).toBeLessThanOrEqual(0)
        if (failed.length > 0) expect(worst).toBe('failed')
      } else {
        expect(finals).toEqual([])
        expect(failed).toEqual([])
      }
      const { at = null } = weakest ?? {}
      if (at !== null) expect(turns[at]?.said).toEqual(weakest?.said)
    }),
    { numRuns: 2000 },
  )
})

test('an answer is listed once: where it stands, or among those without a place', () => {
  fc.assert(
    fc.property(tabEvents, (all) => {
      const { turns, unplaced } = viewTab(tabAfter(all), answerOf)
      const placed = turns.flatMap(({ answer }) => (answer ? [answer.card.digest] : []))
      const others = unplaced.flatMap(({ answer }) => (answer ? [answer.card.digest] : []))
      expect(new Set(others).size).toBe(others.length)
      for (const each of others) expect(placed).not.toContain(each)
    }),
    { numRuns: 2000 },
  )
})

test('where nothing came is not said of a place while a receipt is without one', () => {
  fc.assert(
    fc.property(tabEvents, (all) => {
      const { turns, unplaced } = viewTab(tabAfter(all), answerOf)
      if (!unplaced.some(({ answer }) => answer)) return
      for (const { said: shown } of turns) expect(shown.sentence).not.toMatch(/^No receipt came/)
    }),
    { numRuns: 2000 },
  )
})

test('when every answer is over nothing is being written, and there is an answer to speak of', () => {
  fc.assert(
    fc.property(tabEvents, fc.constantFrom<Stage>({ at: 'ended' }), (all, end) => {
      const seen = tabAfter(all)
      const ends = seen.exchanges.map(
        (each) => ({ kind: 'stage', key: each.key, stage: end }) as const,
      )
      const state = ends.reduce(reduceTab, seen)
      const { turns, unplaced, weakest } = viewTab(state, answerOf)
      for (const { said: shown } of [...turns, ...unplaced]) expect(shown.state).not.toBe('writing')
      expect(weakest?.said.state).not.toBe('writing')
      const hasFailed = state.exchanges.some(({ stage: { at } }) => at === 'refused')
      if (hasFailed) expect(weakest?.said.state).toBe('failed')
      if (turns.length > 0) expect(weakest).not.toBeNull()
    }),
    { numRuns: 2000 },
  )
})

test('a verdict is the last word: nothing that is told again brings an answer back to life', () => {
  fc.assert(
    fc.property(tabEvents, exchangeKeys, stages, (all, name, later) => {
      const before = tabAfter(all)
      const known = before.exchanges.find((each) => each.key === name)?.stage.at
      const now = reduceTab(before, { kind: 'stage', key: name, stage: later }).exchanges.find(
        (each) => each.key === name,
      )?.stage.at
      if (known === 'refused') expect(now).toBe('refused')
      if (known === 'judged') expect(['judged', 'refused']).toContain(now)
    }),
    { numRuns: 2000 },
  )
})

test('nothing good is said of a place whose text was not compared', () => {
  fc.assert(
    fc.property(tabEvents, (all) => {
      const state = tabAfter(all)
      viewTab(state, answerOf).turns.forEach(({ said: shown, answer }) => {
        if (!answer || entryOf(state.compared, answer.card.digest)) return
        expect(isFinal(shown.state) && isGood(shown.state)).toBe(false)
      })
    }),
    { numRuns: 2000 },
  )
})

test('it is the same after the worker’s restart: it is kept as JSON', () => {
  fc.assert(
    fc.property(tabEvents, tabEvents, (first, then) => {
      const stored = JSON.parse(JSON.stringify(tabAfter(first))) as TabState
      expect(then.reduce(reduceTab, stored)).toEqual(tabAfter([...first, ...then]))
    }),
    { numRuns: 500 },
  )
})

test('what was written of a tab, part by part as it changed, is what it was', () => {
  fc.assert(
    fc.property(tabEvents, (all) => {
      const stored = new Map<string, unknown>()
      let state: TabState | null = null
      for (const happened of all) {
        const next: TabState = reduceTab(state ?? tabAfter([]), happened)
        const { set, remove } = changedParts(7, state, next)
        for (const [key, part] of Object.entries(set)) stored.set(key, structuredClone(part))
        for (const key of remove) stored.delete(key)
        state = next
      }
      const read = statesOf(Object.fromEntries(stored))
      expect(read).toEqual(new Map(state === null ? [] : [[7, state]]))
      const { remove } = changedParts(7, state, null)
      expect(new Set(remove)).toEqual(new Set(stored.keys()))
    }),
    { numRuns: 500 },
  )
})

test('the toolbar, which knows of each answer what was last described of it, says what the panel says', () => {
  fc.assert(
    fc.property(tabEvents, (all) => {
      const told = [...keptAnswers].map(
        ([name, { card }]) => ({ kind: 'described', digest: name, card: briefOf(card) }) as const,
      )
      const state = told.reduce<TabState>(reduceTab, tabAfter(all))
      const brief = viewTab(state, (name) => {
        const card = entryOf(state.described, name)
        return card && keptAnswers.has(name) ? { card } : null
      })
      const full = viewTab(state, answerOf)
      expect(brief.weakest?.at).toBe(full.weakest?.at)
      expect(brief.weakest?.said.mark).toBe(full.weakest?.said.mark)
      expect(brief.weakest?.said.label).toBe(full.weakest?.said.label)
    }),
    { numRuns: 1000 },
  )
})

test('another document begins anew, and the same one does not', () => {
  const began = tabAfter([
    { kind: 'page', page: 'one' },
    { kind: 'stage', key: '0-1', stage: { at: 'refused', said: refusedSaid } },
  ])
  expect(reduceTab(began, { kind: 'page', page: 'one' })).toBe(began)
  expect(reduceTab(began, { kind: 'page', page: 'two' }).exchanges).toEqual([])
})

test('what is said of an answer waits for its place, and is let go once there are many that have none', () => {
  const said = briefOf(cardOf('promised'))
  const nameOf = (at: number) => `00${at.toString(16).padStart(62, '0')}`
  const describe = (state: TabState, at: number) =>
    reduceTab(state, { kind: 'described', digest: nameOf(at), card: said })
  const two = [0, 1].reduce(describe, tabAfter([]))
  expect([0, 1].map((at) => entryOf(two.described, nameOf(at)))).toEqual([said, said])
  const many = Array.from({ length: 1_000 }, (_, at) => at).reduce(describe, two)
  const left = many.described.flatMap((near) => Object.keys(near))
  expect(left.length).toBeLessThan(100)
  expect(left).toContain(nameOf(999))
})
