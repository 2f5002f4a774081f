import { expect, test } from 'vitest'
import type { BadgeEvent } from '../../../../extension/content/turns/badge-events.ts'
import { judged, textOf } from '../../../support/in-memory/badge-events-of.ts'
import { PageOfTurns } from '../../../support/in-memory/page-of-turns.ts'

// The same words stand in a page twice, where one answer came.

let page: PageOfTurns
const drawTwice = ({ name, between }: { name: string | null; between?: BadgeEvent<string> }) => {
  page = new PageOfTurns()
  for (const turn of ['a', 'b']) page.names.set(turn, name === null ? null : `${name} of ${turn}`)
  page.isAwaiting = true
  page.happen({ kind: 'opened', id: 1 })
  page.write('a', textOf(1))
  page.happen(judged(1, 'unknown-signer'))
  if (between) page.happen(between)
  page.write('b', textOf(1))
  return page.happen({ kind: 'looked' })
}
const settle = () => {
  page.isAwaiting = false
  page.happen({ kind: 'looked' })
}

test('words that stand there twice have no badge: another answer brought one of them, and nobody can tell which', () => {
  expect(drawTwice({ name: null })).toContainEqual({ kind: 'look' })
  settle()
  expect(page.badges.size).toBe(0)
  page.texts.delete('b')
  page.happen({ kind: 'looked' })
  expect(page.badges.size).toBe(0)
})

test('they keep the badge where messages have names, or its user did something between them', () => {
  for (const how of [{ name: 'name' }, { name: null, between: { kind: 'acted' } }] as const) {
    drawTwice(how)
    settle()
    expect(page.said('a')).toBe('unknown-signer')
    expect(page.state.receiptless.size).toBe(0)
  }
})

test('they keep the badge if one of them stood there before the answer began to come', () => {
  page = new PageOfTurns()
  for (const turn of ['question', 'a']) page.names.set(turn, null)
  page.write('question', textOf(1))
  page.happen({ kind: 'looked' })
  page.happen({ kind: 'opened', id: 1 })
  page.write('a', textOf(1))
  page.happen(judged(1, 'unknown-signer'))
  settle()
  expect(page.said('a')).toBe('unknown-signer')
})

test('they keep the badge if the page draws an answer anew, and takes the first away a moment later', () => {
  drawTwice({ name: null })
  page.texts.delete('b')
  settle()
  expect(page.said('a')).toBe('unknown-signer')
})

test('they keep the badge if one of them is a part of the other', () => {
  page = new PageOfTurns()
  page.turnsAre = 'blocks'
  for (const turn of ['a', 'a 1']) page.names.set(turn, null)
  page.happen({ kind: 'opened', id: 1 })
  page.write('a', textOf(1))
  page.happen(judged(1, 'unknown-signer'))
  page.write('a 1', textOf(1))
  settle()
  expect(page.said('a')).toBe('unknown-signer')
})

test('they have two badges if two answers came', () => {
  page = new PageOfTurns()
  for (const turn of ['a', 'b']) page.names.set(turn, null)
  for (const [index, turn] of ['a', 'b'].entries()) {
    page.happen({ kind: 'opened', id: index })
    page.write(turn, textOf(1))
    const second = { ...judged(index, 'unknown-signer'), text: textOf(1) }
    page.happen(second as BadgeEvent<string>)
  }
  settle()
  expect(page.badges.size).toBe(2)
})
