import fc from 'fast-check'
import { marked } from 'marked'
import { beforeAll, expect, test } from 'vitest'
import { compareTexts } from '../../../../extension/reading/compare-texts.ts'
import { fold } from '../../../../extension/reading/fold.ts'
import { marks } from '../../../../extension/reading/marks.ts'
import { match } from '../../../../extension/reading/match.ts'
import { pagePieces } from '../../../../extension/reading/page-pieces.ts'
import { signedPatterns } from '../../../../extension/reading/signed-patterns.ts'
import { allAnswers } from '../../../honest/all-answers.ts'
import { readLinked, stubLayout } from '../../../support/in-memory/read-linked.ts'

// Whatever else is forgiven, a page whose words are others is never said to show the signed ones.

stubLayout()

const drawn = () =>
  allAnswers()
    .filter(({ content }) => content.length < 2_000)
    .map(({ name, content }) => ({
      name,
      content,
      patterns: [...signedPatterns(content)],
      shown: readLinked(marked.parse(content, { async: false })),
    }))
let answers: ReturnType<typeof drawn>

beforeAll(() => {
  answers = drawn()
})

type Change = (words: string, at: number) => string

/** The match that a number chooses, written anew. */
function rewrite(pattern: RegExp, write: (found: string) => string): Change {
  return (words, at) => {
    const all = [...words.matchAll(pattern)]
    const found = all[at % Math.max(all.length, 1)]
    if (!found) return words
    return (
      words.slice(0, found.index) + write(found[0]) + words.slice(found.index + found[0].length)
    )
  }
}

const changes: Readonly<Record<string, Change>> = {
  'another digit': rewrite(/\d/g, (digit) => String((Number(digit) + 1) % 10)),
  'a digit more': rewrite(/\d/g, (digit) => `${digit}0`),
  'a digit less': rewrite(/\d/g, () => ''),
  'another name': rewrite(/\p{Lu}\p{L}+/gu, (name) => (name === 'Mallory' ? 'Ann' : 'Mallory')),
  'a not more': rewrite(/ /g, () => ' not '),
  'a word less': rewrite(/\p{L}+/gu, () => ''),
  'a word twice': rewrite(/\p{L}+/gu, (word) => `${word} ${word}`),
  'another word': rewrite(/\p{L}{2,}/gu, (word) => Array.from(word).toReversed().join('')),
  'a sentence less': rewrite(/[^.!?\n]{8,}[.!?]/g, () => ''),
  'a sentence more': rewrite(/[.!?]\s/g, (stop) => `${stop}Never do that. `),
  'two words in one': rewrite(/(?<=[a-z\d]) (?=[a-z\d])/g, () => ''),
  'a word in two': rewrite(
    /[A-Za-z]{2,}|\d{2,}/g,
    (word) => `${word.slice(0, 1)} ${word.slice(1)}`,
  ),
  'another order': rewrite(/(\p{L}+) (\p{L}+)/gu, (two) => two.split(' ').toReversed().join(' ')),
}

/** What counts of what is seen for certain. */
const seen = (read: string) =>
  fold(
    read.replaceAll(new RegExp(`${marks.beside}[^${marks.besideEnd}]*${marks.besideEnd}`, 'g'), ''),
  )

test('of at least 60 answers, what a page shows of each is the text signed', () => {
  expect(answers.length).toBeGreaterThan(60)
  const others = answers.filter(({ content, shown }) => {
    const as = compareTexts(content, shown)
    return as !== 'same' && typeof as !== 'object'
  })
  expect(others.map(({ name }) => name)).toHaveLength(3)
})

test.each(Object.entries(changes))(
  '%s in the words of a page: it is never the same',
  (_, change) => {
    const able = answers.filter(({ shown }) => change(shown, 0) !== shown)
    const chosen = fc.record({ answer: fc.constantFrom(...able), at: fc.nat(5_000) })
    const cases = fc
      .sample(chosen, { numRuns: 200, seed: 23 })
      .map(({ answer, at }) => ({ ...answer, changed: change(answer.shown, at) }))
      .filter(({ shown, changed }) => seen(shown) !== seen(changed))
    expect(cases.length).toBeGreaterThan(182)
    // As a text is compared, with its Markdown read once for all changes of it.
    const same = cases.filter(({ patterns, changed }) => {
      const pieces = pagePieces(changed)
      return patterns.some((pattern) => match(pattern, pieces) !== null)
    })
    expect(same.map(({ name, changed }) => [name, changed])).toEqual([])
  },
)
