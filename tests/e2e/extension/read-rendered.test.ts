import fc from 'fast-check'
import { marked } from 'marked'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareTexts } from '../../../extension/text/compare-texts.ts'
import { openDrawing, type Drawing } from '../../support/read-drawn.ts'

// A renderer that knows nothing of us, over texts that make no sense.

let drawing: Drawing

beforeAll(async () => {
  drawing = await openDrawing()
})

afterAll(() => drawing.close())

const draw = (markdown: string) => marked.parse(markdown, { async: false })

/** Pieces that markdown is made of, in any order: most of them make no sense. */
const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'word',
      'Two words',
      'x',
      '5',
      '10²',
      'é',
      'it’s',
      '"so"',
      '…',
      'AT&T',
      ':-)',
    ),
  },
  { weight: 4, arbitrary: fc.constantFrom(' ', ' ', ' ', '\n', '\n\n', '\n  ', '\n    ', '\t') },
  {
    weight: 4,
    arbitrary: fc.constantFrom('*', '**', '_', '__', '~~', '`', '``', '***', '\\', '!', '~'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '\n- ',
      '\n* ',
      '\n1. ',
      '\n3) ',
      '\n# ',
      '\n## ',
      '\n> ',
      '\n---\n',
      '\n===\n',
      '\n- [ ] ',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '[a](b)',
      '![a](b)',
      '[a][b]',
      '\n[b]: c "d"\n',
      '<b>',
      '</b>',
      '<!-- c -->',
      '<br>',
      '&amp;',
      '&copy;',
      '&#65;',
      'https://a.example',
      '<https://a.example>',
      'a@b.example',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '\n```\n',
      '\n```ts\n',
      '\n~~~\n',
      '\n| a | b |\n|---|---|\n| 1 | 2 |\n',
      '$x^2$',
      String.raw`\(x\)`,
      ':smile:',
      '-->',
      '(c)',
      '--',
    ),
  },
)

test('whatever a renderer makes of a text, it is never said to be another one', async () => {
  const texts = fc
    .sample(fc.array(piece, { minLength: 1, maxLength: 30 }), { numRuns: 1_500, seed: 7 })
    .map((pieces) => pieces.join(''))
  const shown = await drawing.readAll(texts.map(draw))
  const others = texts.filter((text, at) => compareTexts(text, shown[at] ?? '') === 'other')
  expect(others).toEqual([])
})

test('of two texts that differ, a renderer never makes the one that the other is', async () => {
  const pairs = fc
    .sample(
      fc.tuple(
        fc.array(piece, { minLength: 1, maxLength: 12 }),
        fc.nat(),
        fc.constantFrom('', '-', '*', '<', '>', '!', '#', '2', '²', 'not', '.', '_', '='),
      ),
      { numRuns: 1_500, seed: 11 },
    )
    .map(([pieces, at, other]) => {
      const index = at % pieces.length
      return { signed: pieces.join(''), other: pieces.with(index, other).join('') }
    })
    .filter(({ signed: one, other }) => letters(one) !== letters(other))
  expect(pairs.length).toBeGreaterThan(300)
  const shown = await drawing.readAll(pairs.map(({ other }) => draw(other)))
  const same = pairs.filter(({ signed: one }, at) => compareTexts(one, shown[at] ?? '') === 'same')
  expect(same).toEqual([])
})

/** What is left when nothing counts but what no renderer takes away or adds. */
function letters(text: string): string {
  return (text.match(/[\p{L}\p{N}²<>=]/gu) ?? []).join('')
}
