import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { linkedDocument } from '../support/linked-document.ts'
import { expect, test } from 'vitest'
import { findTurn } from '../../extension/badge/find-turn.ts'
import { containment, wordsOf } from '../../extension/text/match-text.ts'
import { frontendFor, frontends } from '../../extension/frontend-registry.ts'

const root = join(import.meta.dirname, '../..')
const onDisk = readdirSync(join(root, 'extension/frontends')).map((name) =>
  name.replace(/\.ts$/, ''),
)
const answer = 'The first answer has some words in it.'

function savedPage(id: string) {
  const text = readFileSync(join(root, `tests/fixtures/frontends/${id}.html`), 'utf8')
  return { turns: Number(/turns: (\d+)/.exec(text)?.[1]), page: linkedDocument(text) }
}

test('every file in extension/frontends/ is registered under its own name', () => {
  expect(frontends.map(({ id }) => id).toSorted()).toEqual(onDisk.toSorted())
})

test.each(onDisk)('%s has a saved page', (id) => {
  expect(existsSync(join(root, `tests/fixtures/frontends/${id}.html`))).toBe(true)
})

test.each(frontends)(
  '$id is recognised in its page, and finds its turns and their places',
  (frontend) => {
    const { turns, page } = savedPage(frontend.id)
    expect(frontendFor(page).id).toBe(frontend.id)
    const found = [...page.querySelectorAll(frontend.turnSelector)]
    expect(found).toHaveLength(turns)
    const turn = findTurn(page, frontend, answer)
    expect(turn && frontend.textOf(turn)).toContain(answer)
    expect(turn && frontend.badgeAnchor(turn)).not.toBeNull()
    expect(findTurn(page, frontend, 'Words that nobody on this page has said yet.')).toBeNull()
  },
)

test('an answer is found though rendering took its marks away, and no other one is', () => {
  const said = wordsOf(
    '**One** two three, [four](https://x.example) five six seven eight nine ten.',
  )
  expect(
    containment(said, wordsOf('One two three, four five six seven eight nine ten.')),
  ).toBeLessThan(1)
  expect(containment(wordsOf('a b c d e f'), wordsOf('0 a b c d e f 1'))).toBe(1)
  expect(containment(wordsOf('a b c d e f'), wordsOf('f e d c b a'))).toBe(0)
  expect(containment([], wordsOf('anything'))).toBe(0)
})
