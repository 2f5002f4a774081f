import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  liveOn,
  type Life,
  type PageLook,
  type Seen,
} from '../../../../extension/content/turns/turn-life.ts'

// How a page's turns came to show their words, told from what they showed before.

const first = 'the first answer has some words in it'
const second = 'the second answer has others and more of them'
const third = 'a third one that says something else again'

interface Step {
  readonly turns: readonly (string | Partial<Seen>)[]
  readonly isActive?: boolean
  readonly isAwaiting?: boolean
  readonly isChat?: boolean
}

/** Looks at a page in these states, one after the other. */
function live(...steps: readonly Step[]): readonly Life[] {
  let lives: readonly Life[] = []
  let lastId = 0
  steps.forEach(({ turns, isActive = true, isAwaiting = true, isChat = true }, at) => {
    const seen = turns.map((turn) => ({
      words: '',
      text: '',
      name: null,
      lastName: null,
      how: 'at once' as const,
      isAnew: false,
      from: null,
      began: at,
      was: null,
      ...(typeof turn === 'string' ? { words: turn } : turn),
    }))
    const look: PageLook = { at, isActive, isAwaiting, isChat, nextId: () => (lastId += 1) }
    lives = liveOn(lives, seen, look)
  })
  return lives
}

const came = (...steps: readonly Step[]) => live(...steps).map((life) => life.came)

test('what stands there before anything happened was loaded, in one piece or in several', () => {
  expect(came({ turns: [first, second], isActive: false })).toEqual(['loaded', 'loaded'])
  expect(
    came(
      { turns: [], isActive: false },
      { turns: [first], isActive: false },
      { turns: [first, second], isActive: false },
    ),
  ).toEqual(['loaded', 'loaded'])
  const filled = { words: first, how: 'filled' } as const
  expect(came({ turns: [''], isActive: false }, { turns: [filled], isActive: false })).toEqual([
    'loaded',
  ])
})

test('what grows was written here, also before anything is known to have happened', () => {
  const steps = (isActive: boolean) => [
    { turns: [first, ''], isActive },
    { turns: [first, { words: 'the second', how: 'written' as const }], isActive },
    { turns: [first, { words: second, how: 'written' as const }], isActive },
  ]
  expect(came(...steps(true)).at(-1)).toBe('grown')
  expect(came(...steps(false))).toEqual(['loaded', 'grown'])
})

test('what is added at the end at once was written here, when something can have come', () => {
  expect(came({ turns: [first] }, { turns: [first, second] }).at(-1)).toBe('grown')
  expect(came({ turns: [] }, { turns: [first] })).toEqual(['grown'])
})

test('a chat that is opened is drawn, and so is what stands before it', () => {
  expect(came({ turns: [first] }, { turns: [] }, { turns: [second, third] })).toEqual([
    'drawn',
    'drawn',
  ])
  expect(
    came({ turns: [] }, { turns: [second, third] }, { turns: [first, second, third] }),
  ).toEqual(['drawn', 'drawn', 'drawn'])
})

test('words that a list measures before it shows them are drawn, unless an answer may have come meanwhile', () => {
  const page = (text: string, isAwaiting: boolean, seen: Partial<Seen> = {}) =>
    came(
      { turns: [{ text }], isAwaiting },
      { turns: [{ words: first, text: first, ...seen }], isAwaiting: false },
    )
  expect(page(first, false)).toEqual(['drawn'])
  expect(page(first, true)).toEqual(['grown'])
  expect(page('', false)).toEqual(['grown'])
  expect(page(first, false, { how: 'filled' })).toEqual(['grown'])
  // Such as what a page says of an answer to come, for screen readers.
  expect(page('The assistant is thinking', false)).toEqual(['grown'])
})

test('on a page that shows more than a chat nothing is taken for one that is opened', () => {
  expect(came({ turns: [first] }, { turns: [second, third], isChat: false })).not.toContain('drawn')
})

test('one text in the place of another one is neither loaded nor drawn', () => {
  expect(came({ turns: [first, second] }, { turns: [first, third] }).at(-1)).toBe('replaced')
})

test('the same text in another drawing is the same one', () => {
  const [before] = live({ turns: [first] })
  const [after] = live({ turns: [first] }, { turns: [`1 ${first}`] })
  expect(after?.id).toBe(before?.id)
})

test('a text into which a part is drawn later is the same one, and a shorter one could be any', () => {
  const ids = (...turns: readonly string[]) =>
    turns.map(
      (_, at) => live(...turns.slice(0, at + 1).map((turn) => ({ turns: [turn] }))).at(-1)?.id,
    )
  const before = 'the area is and the sum is as before'
  const [id, filled] = ids(before, 'the area is a pi r 2 and the sum is frac a b 10 as before')
  expect(filled).toBe(id)
  const [other, added] = ids('yes', 'no it is not yes that is what it is')
  expect(added).not.toBe(other)
  const [one, moved] = ids(before, 'before the sum is as the area is and something else of it')
  expect(moved).not.toBe(one)
})

test('the same words that are written again are another text', () => {
  const [before] = live({ turns: [first] })
  const [after] = live(
    { turns: [first] },
    { turns: [{ words: first, isAnew: true, how: 'written' }] },
  )
  expect(after?.id).not.toBe(before?.id)
  expect(after?.came).toBe('grown')
})

test('turns that stay are the same ones, whatever comes and goes around them', () => {
  const text = fc.constantFrom(first, second, third, 'one more of them', 'the last one of all')
  const texts = fc.uniqueArray(text, { minLength: 1 })
  fc.assert(
    fc.property(texts, texts, fc.nat(), (before, others, at) => {
      const kept = before[at % before.length] ?? first
      const after = others.includes(kept) ? others : [...others, kept]
      const steps = [{ turns: before }, { turns: [kept] }]
      const alone = live(...steps).find(({ words }) => words === kept)
      const among = live(...steps, { turns: after }).find(({ words }) => words === kept)
      expect(among?.id).toBe(alone?.id)
      expect(among?.came).toBe(alone?.came)
    }),
  )
})

test('a text that was written here is never taken for one that stood there', () => {
  const words = fc.constantFrom(first, second, third, '')
  const turns = fc.array(words, { maxLength: 4 })
  fc.assert(
    fc.property(fc.array(turns, { maxLength: 6 }), turns, (steps, last) => {
      const grown: Partial<Seen> = { words: 'what was written here at last', how: 'written' }
      const page = [...steps, [...last]].map((all) => ({ turns: all }))
      expect(came(...page, { turns: [...last, grown] }).at(-1)).toBe('grown')
      expect(
        came(...page, { turns: [...last, grown] }, { turns: [grown.words ?? ''] }).at(-1),
      ).toBe('grown')
    }),
  )
})

test('in a list that is drawn as far as it is in sight, the same words are told apart by their names', () => {
  const turn = (name: string) => ({ words: first, name })
  const [, before] = live({ turns: [turn('1'), turn('2')] })
  const [after, added] = live({ turns: [turn('1'), turn('2')] }, { turns: [turn('2'), turn('3')] })
  expect(after?.id).toBe(before?.id)
  expect(added?.id).not.toBe(before?.id)
  const [again, still] = live(
    { turns: [turn('1'), turn('2')] },
    { turns: [turn('2'), turn('3')] },
    { turns: [turn('1'), turn('2')] },
  )
  expect(still?.id).toBe(before?.id)
  expect([after?.id, added?.id, before?.id]).not.toContain(again?.id)
  const [elsewhere] = live({ turns: [turn('8'), turn('9')] }, { turns: [turn('1'), turn('2')] })
  expect([1, 2]).not.toContain(elsewhere?.id)
})

test('a message that is given another name in its place is the same message', () => {
  for (const [was, is] of [
    ['tmp', '7'],
    [null, '7'],
    ['7', null],
  ] as const) {
    const turn = { words: first, name: was }
    const [before] = live({ turns: [turn] })
    const [after] = live({ turns: [turn] }, { turns: [{ ...turn, name: is, lastName: was }] })
    expect(after).toMatchObject({ id: before?.id, name: is })
  }
})
