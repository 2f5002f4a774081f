import { expect, test } from 'vitest'
import { compareTexts } from '../../../../extension/reading/compare-texts.ts'
import { readLinked, stubLayout } from '../../../support/in-memory/read-linked.ts'

// Renderers number lists as they please: other numbers are never the same, and contradict nothing.

stubLayout()

test.each([
  ['from one', '0. Zero\n1. One', '<ol><li>Zero</li><li>One</li></ol>'],
  ['from one, with a word more', '0. Zero\n1. One', '<ol><li>Zero, so</li><li>One, then</li></ol>'],
  [
    'anew',
    '1. Fruit\n   - Pears\n2. Bread\n\nSo.',
    '<ol><li>Fruit<ul><li>Pears</li></ul></li></ol><ol><li>Bread</li></ol><p>So.</p>',
  ],
])(
  'a list that a page numbers %s is shown differently, and is no contradiction',
  (_, signed, html) => {
    expect(compareTexts(signed, readLinked(html))).toBe('differs')
  },
)

test('a number that stands in the text contradicts, also in a list and in the place of a list’s', () => {
  const signed = '1. Pay 100 to Ann.\n2. Thank Ann.'
  const list = (start: number, sum: number) =>
    `<ol start="${start}"><li>Pay ${sum} to Ann.</li><li>Thank Ann.</li></ol>`
  expect(compareTexts(signed, readLinked(list(1, 100)))).toBe('same')
  expect(compareTexts(signed, readLinked(list(1, 900)))).toBe('other')
  expect(compareTexts(signed, readLinked(list(3, 900)))).toBe('other')
  const text = '<p>1. Pay 100 to Ann.</p><p>9. Thank Ann.</p>'
  expect(compareTexts(signed, readLinked(text))).toBe('other')
})

test('a number that an item or its list has of its own is the one that is compared', () => {
  const item = (list: string, value: string) =>
    readLinked(`<ol ${list}><li>Pay Ann</li><li ${value}>Pay Bob</li></ol>`)
  const signed = '1. Pay Ann\n2. Pay Bob'
  expect(compareTexts(signed, item('', ''))).toBe('same')
  expect(compareTexts(signed, item('', 'value="2"'))).toBe('same')
  expect(compareTexts(signed, item('', 'value="9"'))).toBe('differs')
  expect(compareTexts(signed, item('reversed', ''))).toBe('differs')
  expect(compareTexts(signed, item('reversed start="1"', ''))).toBe('differs')
})
