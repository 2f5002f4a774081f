import { expect, test } from 'vitest'
import { compareTexts } from '../../../../extension/reading/compare-texts.ts'
import { readLinked, stubLayout } from '../../../support/in-memory/read-linked.ts'

stubLayout()

test.each([
  ['ends of a table’s cells', '| a | 1 |\n|---|---|\n| 1 | 5 |', '<p>a 11 5</p>'],
  ['cells with words', '| no |\n|---|\n| table |', '<p>notable</p>'],
  ['paragraphs', 'It costs 1\n\n5 of them fail.', '<p>It costs 15 of them fail.</p>'],
  ['the number of a list and its item', '1. 5 pears', '<p>1.5 pears</p>'],
  ['words with a space that has no width', 'Pay 10 50', '<p>Pay 10\uFEFF50</p>'],
  ['lines that a browser draws in one', 'Pay 10 50', '<p>Pay 10\u202850</p>'],
  ['wide numbers', '１０ ５０ 円', '<p>１０５０円</p>'],
])('%s are not the same in one word or number', (_, signed, html) => {
  expect(compareTexts(signed, readLinked(html))).not.toBe('same')
})

test.each([
  ['a heading and its text', '# Costs\n\n(in euros)', '<b>Costs</b><i>(in euros)</i>'],
  ['sentences', 'It costs 15.\n\nMost pay.', '<b>It costs 15.</b><i>Most pay.</i>'],
])('%s that a page draws without a space between them are the same', (_, signed, html) => {
  expect(compareTexts(signed, readLinked(html))).toBe('same')
})
