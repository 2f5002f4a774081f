import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnswerState } from '#shared/judge/state/answer-state.ts'
import type { BadgeEvent } from '../../../../extension/content/turns/badge-events.ts'
import { wordsOf } from '../../../../extension/reading/words-of.ts'
import { cardFor, judged, refused, textOf } from '../../../support/in-memory/badge-events-of.ts'
import { PageOfTurns } from '../../../support/in-memory/page-of-turns.ts'

// Which badges a page has, without a page: whatever comes and goes, in whatever order.

const index = fc.integer({ min: 0, max: 2 })
const turns = ['a', 'b', 'loaded d', 'loaded e'] as const
const turn = fc.constantFrom(...turns)
type Step =
  | { readonly do: 'event'; readonly event: BadgeEvent<string> }
  | { readonly do: 'write'; readonly turn: string; readonly text: string }
  | { readonly do: 'gone' | 'take'; readonly turn: string }
  | {
      readonly do: 'answer'
      /** Which question, from the last one on. */
      readonly asked: number
      readonly of: number
      readonly with: 'nothing' | 'undecided' | 'same' | 'other'
    }

const state = fc.constantFrom<AnswerState>('promised', 'failed', 'unknown-signer')
const text = index.map(textOf)
const event: fc.Arbitrary<BadgeEvent<string>> = fc.oneof(
  fc.constant({ kind: 'coming' } as const),
  index.map((id) => ({ kind: 'opened', id }) as const),
  turn.map((at) => ({ kind: 'came', turn: at }) as const),
  index.map((id) => ({ kind: 'closed', id }) as const),
  fc
    .tuple(index, fc.integer({ min: 8, max: 60 }))
    .map(([id, length]) => ({ kind: 'writing', id, text: textOf(id).slice(0, length) }) as const),
  fc.tuple(index, state).map(([id, as]) => judged(id, as)),
  index.map((id) => ({ kind: 'refused', id, text: textOf(id), said: refused }) as const),
  index.map((id) => ({ kind: 'nothing', id, words: [wordsOf(textOf(id))] }) as const),
  fc.constant({ kind: 'acted' } as const),
  fc.constant({ kind: 'looked' } as const),
  fc.constant({ kind: 'list' } as const),
  fc
    .tuple(index, state, text, fc.constantFrom('same' as const, 'not-placed' as const))
    .map(
      ([of, as, about, shown]) =>
        ({ kind: 'card', card: cardFor(of, as, shown), text: about }) as const,
    ),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('event' as const), event }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('write' as const), turn, text }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('gone' as const, 'take' as const), turn }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      asked: index,
      of: index,
      with: fc.constantFrom(
        'same' as const,
        'same' as const,
        'nothing' as const,
        'undecided' as const,
        'same' as const,
        'other' as const,
      ),
    }),
  },
)

function run(page: PageOfTurns, happened: Step): void {
  switch (happened.do) {
    case 'event':
      return void page.happen(happened.event)
    case 'write':
      return page.write(happened.turn, happened.text)
    case 'gone':
      page.texts.delete(happened.turn)
      return void page.happen({ kind: 'looked' })
    case 'take':
      if (page.badges.has(happened.turn)) page.taken.add(happened.turn)
      return void page.happen({ kind: 'looked' })
    case 'answer': {
      const asked = page.done
        .flatMap((effect) => (effect.kind === 'ask' ? [effect.asked] : []))
        .at(-1 - happened.asked)
      if (!asked) return
      const card =
        happened.with === 'nothing'
          ? null
          : happened.with === 'undecided'
            ? 'undecided'
            : cardFor(happened.of, 'promised', happened.with === 'same' ? 'same' : 'not-placed')
      return void page.happen({ kind: 'answered', asked, card })
    }
  }
}

const steps = fc.array(step, { maxLength: 40 })

test('whatever happens, a turn has one badge, and an answer one place', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const page = new PageOfTurns()
      for (const happened of all) {
        run(page, happened)
        const standing = [...page.state.standing]
        // What was done in the page is what is known of it.
        for (const [at, { card }] of page.badges) {
          expect(page.state.standing.has(at)).toBe(true)
          if (card) expect(card.digest).toBe(page.state.standing.get(at)?.digest)
        }
        const digests = standing.flatMap(([, { digest }]) => digest ?? [])
        expect(new Set(digests).size).toBe(digests.length)
        const placed = standing.flatMap(([, { digest, exchange }]) =>
          digest === null && exchange !== null ? [exchange] : [],
        )
        expect(new Set(placed).size).toBe(placed.length)
      }
    }),
    { numRuns: 2000 },
  )
})

test('a turn that is gone leaves nothing behind', () => {
  fc.assert(
    fc.property(steps, turn, (all, gone) => {
      const page = new PageOfTurns()
      for (const happened of all) run(page, happened)
      run(page, { do: 'gone', turn: gone })
      const { standing, returns, reserved } = page.state
      expect([...standing.keys(), ...returns.keys(), ...reserved]).not.toContain(gone)
      expect([...page.badges.keys(), ...page.reserved]).not.toContain(gone)
    }),
    { numRuns: 1000 },
  )
})

test('nothing good is said of a text that was not compared, whatever happens', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const page = new PageOfTurns()
      for (const happened of all) {
        run(page, happened)
        for (const [at, { card }] of page.badges) {
          if (!card?.isGood) continue
          const { digest } = card
          expect(page.state.compared.get(digest)).toBe(page.texts.get(at))
        }
      }
    }),
    { numRuns: 2000 },
  )
})

test('no words that came without a receipt wear one where messages have no names, whatever happens', () => {
  const wornBy = (all: readonly Step[], name: null | string) => {
    const page = new PageOfTurns()
    for (const at of turns) page.names.set(at, name)
    let worn = 0
    for (const happened of all) {
      run(page, happened)
      for (const [at, { digest }] of page.state.standing) {
        const isPlain = page.state.receiptless.has(wordsOf(page.texts.get(at) ?? ''))
        if (digest !== null && isPlain) worn += 1
      }
    }
    return worn
  }
  // An answer came with a receipt, and then its words without one.
  const begun: readonly Step[] = [
    { do: 'event', event: { kind: 'opened', id: 1 } },
    { do: 'write', turn: 'a', text: textOf(1) },
    { do: 'event', event: judged(1) },
    { do: 'event', event: { kind: 'nothing', id: 2, words: [wordsOf(textOf(1))] } },
  ]
  expect(wornBy(begun, 'name')).toBe(1)
  fc.assert(
    fc.property(steps, (all) => {
      expect(wornBy([...begun, ...all], null)).toBe(0)
      expect(wornBy(all, null)).toBe(0)
    }),
    { numRuns: 1000 },
  )
})

const writing = (page: PageOfTurns) =>
  [...page.badges.values()].filter(({ said }) => said.state === 'writing')

test('an answer is not being written in a turn that stood there before', () => {
  const page = new PageOfTurns()
  page.write('loaded d', textOf(1).slice(0, 20))
  page.happen({ kind: 'opened', id: 1 })
  // It is drawn whole only now.
  page.write('loaded d', textOf(1))
  page.happen({ kind: 'writing', id: 1, text: textOf(1) })
  page.happen({ kind: 'looked' })
  expect(writing(page)).toEqual([])
})

test('an answer that goes on in another turn than it began in is being written in that one alone', () => {
  const page = new PageOfTurns()
  page.happen({ kind: 'opened', id: 1 })
  page.write('a', 'Answer number')
  page.happen({ kind: 'writing', id: 1, text: 'Answer number' })
  page.happen({ kind: 'looked' })
  expect(page.said('a')).toBe('writing')
  page.write('a', 'Something else')
  page.write('b', textOf(1))
  page.happen({ kind: 'writing', id: 1, text: textOf(1) })
  page.happen({ kind: 'looked' })
  expect(page.said('a')).toBeUndefined()
  expect(page.said('b')).toBe('writing')
})

test('what is told of an answer that is over does not make it one that is being written', () => {
  const page = new PageOfTurns()
  page.happen({ kind: 'opened', id: 1 })
  page.write('a', textOf(1))
  page.happen({ kind: 'nothing', id: 1 })
  page.happen({ kind: 'writing', id: 1, text: textOf(1) })
  page.happen({ kind: 'looked' })
  expect(writing(page)).toEqual([])
})

test('nothing is being written once every answer is over, whatever happened before', () => {
  const over = fc.constantFrom<(id: number) => BadgeEvent<string>>(
    (id) => judged(id),
    (id) => ({ kind: 'refused', id, text: textOf(id), said: refused }),
    (id) => ({ kind: 'nothing', id }),
  )
  fc.assert(
    fc.property(steps, fc.tuple(over, over, over), (all, ends) => {
      const page = new PageOfTurns()
      for (const happened of all) run(page, happened)
      ends.forEach((end, id) => page.happen(end(id)))
      page.happen({ kind: 'looked' })
      expect(writing(page)).toEqual([])
    }),
    { numRuns: 1000 },
  )
})
