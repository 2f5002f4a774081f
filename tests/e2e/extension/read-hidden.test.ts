import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareTexts } from '../../../extension/text/compare-texts.ts'
import { openDrawing, type Drawing } from '../../support/read-drawn.ts'

// What is hidden may leave traces, and something within it may be seen. What is seen may be struck.

let drawing: Drawing

beforeAll(async () => {
  drawing = await openDrawing()
})

afterAll(() => drawing.close())

async function compareDrawn(text: string, html: string, style = '') {
  const [shown = ''] = await drawing.readAll([html], style)
  return compareTexts(text, shown)
}

const signed = 'It does not leak.'

test.each([
  ['words that are seen within hidden ones', '<p class="h">No. <b class="v">Not so:</b></p>'],
  ['such words without a box', '<p class="h">No. <b class="v c">Not so:</b></p>'],
  ['such words within what has no box', '<p class="h c">No. <b class="v">Not so:</b></p>'],
])('%s are not read over', async (_name, before) => {
  const style = '.h { visibility: hidden } .c { display: contents }'
  const drawn = `${before}<p>It does not leak.</p>`
  expect(await compareDrawn(signed, drawn, style)).toBe('same')
  expect(await compareDrawn(signed, drawn, `${style} .v { visibility: visible }`)).not.toBe('same')
})

test.each([
  [
    'an item',
    '1. Alpha is\n2. Beta is',
    '<ol><li>Alpha is</li><li class="x"></li><li>Beta is</li></ol>',
  ],
  [
    'a cell',
    '| A | B |\n|---|---|\n| x | y |',
    '<table><thead><tr><th class="x"></th><th>A</th><th>B</th></tr></thead><tbody><tr><td>x</td><td>y</td></tr></tbody></table>',
  ],
])('%s that is not seen and takes its place is not read over', async (_name, text, drawn) => {
  expect(await compareDrawn(text, drawn, '.x { display: none }')).toBe('same')
  expect(await compareDrawn(text, drawn, '.x { visibility: hidden }')).not.toBe('same')
  expect(await compareDrawn(text, drawn, '.x { opacity: 0 }')).not.toBe('same')
})

test('a link to an address of which the end is hidden is not said to be the one signed', async () => {
  const text = 'See https://a.example for it.'
  const drawn =
    '<p>See <a href="https://a.example.b.test">https://a.example<span class="x">.b.test</span></a> for it.</p>'
  expect(await compareDrawn('See https://a.example.b.test for it.', drawn)).toBe('same')
  expect(await compareDrawn(text, drawn, '.x { display: none }')).not.toBe('same')
})

test.each([
  ['a rule', 'hr { margin: -0.55em 0 0.55em; border: 0; border-top: 1px solid }'],
  ['a painted rule', 'hr { margin: -0.55em 0 0.55em; border: 0; height: 2px; background: #000 }'],
  ['the edge of others', '.b { margin-top: -0.75em; padding-top: 1em; border-top: 1px solid }'],
  ['their own edge', '.a { height: 0.9em; line-height: 1.6em; border-bottom: 1px solid }'],
  [
    'the edge of what is around',
    'p { line-height: 1.2em } .d { height: 0.75em; border-bottom: 1px solid }',
  ],
])('words are not read that are struck by %s', async (_name, style) => {
  const drawn = '<div class="d"><p class="a">It is so.</p></div><hr><p class="b">B is.</p>'
  const text = 'It is so.\n\n---\n\nB is.'
  const usual =
    'p { margin: 0 } .a, .b, .d { border: 1px solid; line-height: 1.1 } hr { margin: 0 }'
  expect(await compareDrawn(text, drawn, usual)).toBe('same')
  expect(await compareDrawn(text, drawn, `p, hr { margin: 0 } ${style}`)).toBe('unsure')
})
