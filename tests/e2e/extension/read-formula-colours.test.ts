import katex from 'katex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareTexts } from '../../../extension/text/compare-texts.ts'
import { katexSheet } from '../../support/katex-sheet.ts'
import { openDrawing, type Drawing } from '../../support/read-drawn.ts'

// A page may draw part of a formula in the colour of the paper.

let drawing: Drawing

beforeAll(async () => {
  drawing = await openDrawing()
})

afterAll(() => drawing.close())

test.each([
  ['a sign', '.mbin { color: #fff }'],
  ['a sign in another paint', '.mbin { -webkit-text-fill-color: #fff }'],
  ['the line of a fraction', '.frac-line { border-color: #fff }'],
  ['a root', '.sqrt svg path { fill: #fff }'],
  ['a root and what is in it', '.sqrt { color: #fff }'],
  [
    'the first letter of a box',
    '.mord { display: inline-block } .mord::first-letter { color: #fff }',
  ],
])('a formula with %s that nobody sees is not the same', async (_, style) => {
  const tex = 'a + \\frac{b}{2} = \\sqrt{x}'
  const html = `<p>It is ${katex.renderToString(tex)} so.</p>`
  const compare = async (sheet: string) => {
    const [shown = ''] = await drawing.readAll([html], katexSheet + sheet)
    return compareTexts(`It is \\(${tex}\\) so.`, shown)
  }
  expect(await compare('')).toBe('same')
  expect(await compare(style)).not.toBe('same')
})
