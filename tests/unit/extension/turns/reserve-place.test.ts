import { expect, test } from 'vitest'
import { cardFor, judged, textOf } from '../../../support/in-memory/badge-events-of.ts'
import { PageOfTurns } from '../../../support/in-memory/page-of-turns.ts'

/** A page on which the first answer has its badge. */
function pageWithAnswer() {
  const page = new PageOfTurns()
  page.happen({ kind: 'opened', id: 1 })
  page.write('a', textOf(1))
  page.happen(judged(1))
  page.happen({ kind: 'card', card: cardFor(1, 'promised', 'same'), text: textOf(1) })
  return page
}

/** The page draws an empty turn. */
function draw(page: PageOfTurns, turn: string) {
  page.write(turn, '')
  page.happen({ kind: 'came', turn })
}

test('the turn of the next answer has room for the badge before the verdict, and the badge takes the room', () => {
  const page = pageWithAnswer()
  page.happen({ kind: 'coming' })
  draw(page, 'b')
  expect([...page.reserved]).toEqual(['b'])
  page.happen({ kind: 'opened', id: 2 })
  page.write('b', textOf(2))
  page.happen(judged(2))
  expect([...page.reserved]).toEqual(['b'])
  expect(page.said('b')).toBeUndefined()
  page.happen({ kind: 'card', card: cardFor(2, 'promised', 'same'), text: textOf(2) })
  expect(page.said('b')).toBe('promised')
  expect(page.state.reserved.size).toBe(0)
})

test('what is likely to be said is what was said last', () => {
  const page = pageWithAnswer()
  page.happen({ kind: 'coming' })
  draw(page, 'b')
  const card = cardFor(1, 'promised', 'same')
  expect(page.done.at(-1)).toEqual({ kind: 'reserve', turn: 'b', content: { said: card, card } })
})

test.each([
  ['no answer is on its way', () => {}],
  [
    'the answer that was on its way is over',
    (page: PageOfTurns) => {
      page.happen({ kind: 'opened', id: 2 })
      page.happen({ kind: 'nothing', id: 2 })
    },
  ],
  [
    'the answer on its way has a badge',
    (page: PageOfTurns) => {
      page.happen({ kind: 'opened', id: 2 })
      page.write('b', textOf(2).slice(0, 20))
      page.happen({ kind: 'writing', id: 2, text: textOf(2).slice(0, 20) })
      page.happen({ kind: 'looked' })
      expect(page.said('b')).toBe('writing')
    },
  ],
  [
    'the one answer on its way has room elsewhere',
    (page: PageOfTurns) => {
      page.happen({ kind: 'opened', id: 2 })
      draw(page, 'b')
      page.reserved.delete('b')
    },
  ],
])('a turn has no room for a badge while %s', (_, before) => {
  const page = pageWithAnswer()
  before(page)
  draw(page, 'c')
  expect([...page.reserved]).toEqual([])
})

test('before an answer had a receipt, no turn has room for a badge', () => {
  const page = new PageOfTurns()
  page.happen({ kind: 'opened', id: 1 })
  draw(page, 'a')
  expect([...page.reserved]).toEqual([])
})

test('a turn whose words were there before has no room for another answer’s badge', () => {
  const page = pageWithAnswer()
  page.write('b', 'What was the question?')
  page.happen({ kind: 'coming' })
  page.happen({ kind: 'came', turn: 'b' })
  expect([...page.reserved]).toEqual([])
})

test('the room is given back when the answer brought nothing', () => {
  const page = pageWithAnswer()
  page.happen({ kind: 'coming' })
  draw(page, 'b')
  page.happen({ kind: 'opened', id: 2 })
  page.happen({ kind: 'looked' })
  expect([...page.reserved]).toEqual(['b'])
  page.happen({ kind: 'nothing', id: 2 })
  expect([...page.reserved]).toEqual([])
  expect(page.state.reserved.size).toBe(0)
})
