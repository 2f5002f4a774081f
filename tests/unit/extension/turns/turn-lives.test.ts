import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { followTurns, type TurnLives } from '../../../../extension/content/turns/turn-lives.ts'
import { nextchat } from '../../../../extension/frontends/nextchat.ts'
import { wordsOf } from '../../../../extension/reading/words-of.ts'
import { linkedDocument } from '../../../support/in-memory/linked-document.ts'

// How a turn came to its words, told by what happens to its elements between two looks. There are turns below it: what is
// at the end of a page is looked at anew each time.

let turns: readonly Element[] = []
let lives: TurnLives

const look = () => lives.look(turns, (turn) => wordsOf(turn.textContent))

function show(turn: Element, text: string): void {
  turn.textContent = text
  lives.witness([{ target: turn, addedNodes: [], removedNodes: [] }] as never)
}

beforeEach(() => {
  const page = linkedDocument(
    `<!doctype html><ul>${'<li>An answer that stands there.</li>'.repeat(3)}</ul>`,
  )
  const { Element, Node } = page.defaultView as unknown as typeof globalThis
  vi.stubGlobal('Element', Element)
  vi.stubGlobal('Node', Node)
  turns = [...page.querySelectorAll('li')]
  lives = followTurns(() => ({
    ...nextchat,
    turnSelector: 'li',
    textPart: (turn) => turn,
    messageId: (turn) => turn.getAttribute('name'),
  }))
  look()
  lives.act()
})

afterAll(() => vi.unstubAllGlobals())

const lifeOf = (at: number) => turns[at] && lives.of(turns[at])

test('words that are taken away and written anew are others, though they are the same', () => {
  const before = lifeOf(0)
  const [turn] = turns
  if (turn) {
    show(turn, 'Wait')
    show(turn, 'An answer that stands there.')
  }
  look()
  expect(lifeOf(0)?.words).toBe(before?.words)
  expect(lifeOf(0)?.id).not.toBe(before?.id)
})

test('words that stay belong to the message that they stand in by now', () => {
  turns[0]?.setAttribute('name', 'm1')
  look()
  expect(lifeOf(0)?.name).toBe('m1')
  turns[0]?.setAttribute('name', 'm2')
  look()
  expect(lifeOf(0)?.name).toBe('m2')
})

test('what takes the place of dots, or of hidden words, was written here, and what stood there hidden was not', () => {
  const first = turns[0] as Element
  const cameTo = (text: string, wordsIn: (turn: Element) => string) => {
    const turn = first.cloneNode() as Element
    turn.textContent = text
    first.before(turn)
    lives.witness([{ target: first.parentElement, addedNodes: [turn], removedNodes: [] }] as never)
    turns = [turn, ...turns]
    lives.look(turns, wordsIn)
    show(turn, 'What a receipt proves, and to whom.')
    look()
    return lives.of(turn)?.came
  }
  expect(cameTo('…', ({ textContent }) => wordsOf(textContent))).toBe('grown')
  expect(cameTo('The assistant is thinking', () => '')).toBe('grown')
  expect(cameTo('What a receipt proves, and to whom.', () => '')).toBe('drawn')
})
