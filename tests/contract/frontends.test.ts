import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { findTurn } from '../../extension/content/turns/find-turn.ts'
import { rootOf, turnsOf } from '../../extension/content/turns/turns-of.ts'
import { directModes } from '../../extension/direct-modes.ts'
import { frontendFor, frontends } from '../../extension/frontend-registry.ts'
import { visibleText } from '../../extension/page-parts.ts'
import { wordsOf } from '../../extension/reading/words-of.ts'
import { linkedDocument } from '../support/in-memory/linked-document.ts'

const root = join(import.meta.dirname, '../..')
const onDisk = readdirSync(join(root, 'extension/frontends'))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replace(/\.ts$/, ''))
const answer = 'The first answer has some words in it.'

function savedPage(id: string) {
  const text = readFileSync(join(root, `tests/fixtures/frontends/${id}.html`), 'utf8')
  return { turns: Number(/turns: (\d+)/.exec(text)?.[1]), page: linkedDocument(text) }
}

afterEach(() => {
  for (const name of ['Node', 'Element', 'getComputedStyle'])
    Reflect.deleteProperty(globalThis, name)
})

function find(page: Document, id: (typeof frontends)[number], text: string): Element | null {
  const sought = { words: wordsOf(text), place: null, as: 'finished' } as const
  const { Node, Element } = page.defaultView ?? globalThis
  // A saved page has no layout.
  const getComputedStyle = () => ({ display: 'block' })
  Object.assign(globalThis, { Node, Element, getComputedStyle })
  const wordsIn = (turn: Element) => wordsOf(visibleText(id.textPart(turn)))
  const lengthOf = (turn: Element) => turn.textContent.length
  const shown = { page, frontend: id, turns: turnsOf(page, id), wordsIn, lengthOf }
  return findTurn(shown, sought, () => true)
}

test('every file in extension/frontends/ is registered under its own name', () => {
  expect(frontends.map(({ id }) => id).toSorted()).toEqual(onDisk.toSorted())
})

test.each(onDisk)('%s has a saved page', (id) => {
  expect(existsSync(join(root, `tests/fixtures/frontends/${id}.html`))).toBe(true)
})

test.each(onDisk)('%s stands in the table of the folder’s README', (id) => {
  expect(readFileSync(join(root, 'extension/frontends/README.md'), 'utf8')).toContain(`\`${id}\``)
})

test('whose page can be made to call a gateway itself is a front-end', () => {
  expect(onDisk).toEqual(expect.arrayContaining(Object.keys(directModes)))
})

test.each(Object.entries(directModes).map(([id, mode]) => ({ id, ...mode })))(
  'how $id is made to call a gateway itself is said in a sentence, with a safe link where there is one',
  ({ how, link }) => {
    expect(how).toMatch(/^[A-Z].{20,}\.$/)
    if (link === null) return
    const { protocol, origin } = new URL(link, 'https://chat.example')
    expect(protocol).toBe('https:')
    expect(origin === 'https://chat.example').toBe(link.startsWith('/'))
  },
)

test.each(frontends)(
  '$id is recognised in its page, and finds its turns and their places',
  (frontend) => {
    const { turns, page } = savedPage(frontend.id)
    expect(frontends.filter((each) => each.matches(page)).map(({ id }) => id)).toEqual(
      frontend.id === 'generic' ? ['generic'] : [frontend.id, 'generic'],
    )
    expect(frontendFor(page).id).toBe(frontend.id)
    const found = [...rootOf(page, frontend).querySelectorAll(frontend.turnSelector)]
    expect(found).toHaveLength(turns)
    const turn = find(page, frontend, answer)
    expect(turn && frontend.textPart(turn)?.textContent).toContain(answer)
    const anchor = turn && frontend.badgeAnchor(turn)
    expect(anchor).not.toBeNull()
    expect(find(page, frontend, 'Words that nobody on this page has said yet.')).toBeNull()
  },
)
