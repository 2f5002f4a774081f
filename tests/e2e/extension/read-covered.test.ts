import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import katex from 'katex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareTexts } from '../../../extension/text/compare-texts.ts'
import { openDrawing, type Drawing } from '../../support/read-drawn.ts'

// What a page draws over the words that were signed, or beside them, within the same answer.

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
const wrapped = '<p>It does not <span class="c">leak.</span></p>'
const twoLines = 'p { width: 6em }'
const two = '<div class="a"><p>Not so:</p></div><p class="b">It does not leak.</p>'
const over = 'p { margin: 0; line-height: 1 } .b { background: #fff; position: relative }'

test.each([
  ['a margin', '.b { margin-top: -1.1em }'],
  ['a box of no height', '.a { height: 0 }'],
  ['a box that counts for nothing', '.a { contain: size }'],
  ['a box within a row of no height', '#part { display: grid; grid-template-rows: 0 auto }'],
  ['lines of no height', '#part { line-height: 0.05; padding: 2em } p { line-height: inherit }'],
])(
  'words that are drawn over others by %s are not said to be the text signed',
  async (_name, style) => {
    expect(await compareDrawn('Not so:\n\nIt does not leak.', two, over)).toBe('same')
    expect(await compareDrawn('Not so:\n\nIt does not leak.', two, `${over} ${style}`)).not.toBe(
      'same',
    )
  },
)

test.each([
  ['is above what is painted', '.a { position: relative; z-index: 1 }', 'same'],
  ['is not lifted without a position', '.a { z-index: 1 }', 'unsure'],
  ['is lifted less', '.a { position: relative; z-index: 1 } .c { z-index: 2 }', 'unsure'],
  [
    'is lifted within what is not',
    '.a { isolation: isolate } .a p { position: relative; z-index: 1 }',
    'unsure',
  ],
  ['is pressed down', '.a { position: relative; z-index: -1 }', 'unsure'],
])('what is lifted is read where it %s', async (_name, style, verdict) => {
  const html = '<div class="a"><p>It does not leak.</p></div><div class="c"></div>'
  const sheet =
    'p { margin: 0 } .c { margin-top: -1.1em; height: 1em; background: #fff; position: relative }'
  expect(await compareDrawn(signed, html, `${sheet} ${style}`)).toBe(verdict)
})

test.each([
  [
    'an empty box',
    '<p>It does not leak.</p><div class="c"></div>',
    'p { margin: 0 } .c { margin-top: -1.1em; height: 1em; background: #fff; position: relative }',
  ],
  [
    'the outline of one',
    '<p>It does not leak.</p><div class="c"></div>',
    '.c { outline: 40px solid #fff }',
  ],
  [
    'the shadow of one',
    '<p>It does not leak.</p><div class="c"></div>',
    '.c { box-shadow: 0 -20px 0 20px #fff; height: 1px; position: relative }',
  ],
  [
    'a part of a control',
    '<div><button>Copy<i class="c"></i></button></div><p>It does not leak.</p>',
    'button { display: block; height: 20px } .c { position: absolute; left: 60px; top: 40px; width: 60px; height: 30px; background: #fff }',
  ],
  [
    'what a style sheet pads in their row',
    wrapped,
    `${twoLines} .c::before { content: ''; padding: 1.2em 5em 0 0; background: #fff }`,
  ],
  [
    'what a style sheet sets in their row',
    wrapped,
    `${twoLines} .c::before { content: ''; display: inline-block; padding: 1.2em 5em 0 0; background: #fff }`,
  ],
  [
    'the edges of what a style sheet sets in their row',
    wrapped,
    `${twoLines} .c::before { content: ''; padding-top: 1.2em; border-left: 5em solid #fff }`,
  ],
  [
    'an edge of what a style sheet sets elsewhere',
    wrapped,
    `${twoLines} .c::before { content: ''; position: absolute; left: 2em; top: 1em; height: 1.2em; border-left: 5em solid #fff }`,
  ],
  [
    'a picture beside them',
    '<p>It does not leak.</p><div class="c"></div>',
    '.c { background: linear-gradient(red, red); height: 20px }',
  ],
  [
    'words in a form',
    '<div>It does not leak.<form style="display: inline">Or does it?<input type="hidden" name="childNodes"><input type="hidden" name="childNodes"></form></div>',
    '',
  ],
  [
    'a form that cannot be asked',
    '<div>It does not leak.<form>Or does it?<input type="hidden" name="matches"></form></div>',
    '',
  ],
  [
    'words before what is folded',
    '<details><summary>It does not leak.</summary></details>',
    'summary { list-style-type: "Not so: " }',
  ],
  [
    'words before a control',
    '<details><summary>Copy</summary></details><p>It does not leak.</p>',
    'summary { list-style-type: "Not so: " }',
  ],
  [
    'words within a control',
    '<div><button>Copy<i class="c"></i></button></div><p>It does not leak.</p>',
    'button { display: block } .c { display: list-item; list-style: "Not so: " inside }',
  ],
  [
    'a box around what is unfolded',
    '<details open><summary>Show more</summary><p>It does not leak.</p></details>',
    'details::details-content { filter: opacity(0) }',
  ],
  [
    'a closed box around it',
    '<details open><summary>Show more</summary><p>It does not leak.</p></details>',
    'details::details-content { height: 0; overflow: hidden }',
  ],
])('with %s it is not said to be the text signed', async (_name, drawn, style) => {
  expect(await compareDrawn(signed, drawn, style)).not.toBe('same')
})

test('lines that stand close, and code that scrolls, are read as ever', async () => {
  const words = 'One two three four five six seven'
  expect(await compareDrawn(words, `<p>${words}</p>`, 'p { width: 4em; line-height: 1 }')).toBe(
    'same',
  )
  const drawn = '<p>A:</p><pre><code>a\nb\nc\n</code></pre><p>B.</p>'
  const style = 'pre { max-height: 2em; overflow: auto; background: #eee }'
  expect(await compareDrawn('A:\n\n```\na\nb\nc\n```\n\nB.', drawn, style)).toBe('same')
})

const lines =
  'It does not leak to anybody, or to anything else that is nearby, and **here** it stands. It is so, and there is no more of it that could.'
const drawnLines = `<p>${lines.replace('**here**', '<strong>here</strong>')}</p>`
const narrow = 'p { width: 27em; font: 16px/18px monospace }'

test.each([
  ['room above it', '{ background: #fff; padding-top: 14px }'],
  ['room below it', '{ background: #fff; padding-bottom: 14px; position: relative }'],
  ['an edge', '{ border-top: 9px solid #fff }'],
  ['an outline', '{ outline: 5px solid #fff }'],
  ['a shadow', '{ box-shadow: 0 0 0 4px #fff }'],
])('a word is not hidden by another line’s %s', async (_, style) => {
  expect(await compareDrawn(lines, drawnLines, narrow)).toBe('same')
  const usual =
    'strong { background: #eee; padding: 2px 4px; border: 1px solid; outline: 1px solid }'
  expect(await compareDrawn(lines, drawnLines, narrow + usual)).toBe('same')
  expect(await compareDrawn(lines, drawnLines, `${narrow} strong ${style}`)).toBe('unsure')
})

test.each([
  ['is cut out', 'main { clip-path: inset(0 6em 0 0) }'],
  ['is cut out as of old', 'main { position: absolute; clip: rect(0, 60px, 50px, 0) }'],
  ['is behind a mask', 'main { mask-image: linear-gradient(90deg, #000 50%, transparent 50%) }'],
  ['is faint', 'main { opacity: 0.1 }'],
  ['is faint by a filter', 'main { filter: opacity(0.02) }'],
  ['is blurred', 'main { filter: blur(6px) }'],
  ['is mixed with it', 'main { mix-blend-mode: lighten }'],
  ['is mirrored', 'main { transform: scaleX(-1) }'],
  ['is turned away', 'main { transform: rotateY(80deg) }'],
  ['is too narrow', 'main { overflow: hidden; width: 4em; white-space: nowrap }'],
  [
    'is too narrow and scrolls down',
    'main { overflow: hidden auto; width: 4em; height: 5em; white-space: nowrap }',
  ],
  ['is too low', 'main { overflow: hidden; height: 2em } #part { height: 2em; padding-top: 1em }'],
])('an answer is not read where what it stands in %s', async (_, style) => {
  const html = '<p>It does not leak.</p>'
  const usual =
    'main { overflow-y: auto; mask-image: linear-gradient(#000 90%, transparent); filter: invert(1) hue-rotate(180deg); transform: translateY(3px) }'
  expect(await compareDrawn(signed, html, usual)).toBe('same')
  expect(await compareDrawn(signed, html, style)).toBe('unsure')
})

test.each([
  ['of no colour', 'li::marker { color: transparent }'],
  ['of the colour of the page', 'li::marker { color: #fff }'],
  ['of no size', 'li::marker { font-size: 0 }'],
  ['in small signs', 'li::marker { font-size: 5px }'],
  ['turned around', 'li::marker { unicode-bidi: bidi-override; direction: rtl }'],
  ['cut off by its list', 'ol { padding: 0; overflow: hidden }'],
  ['cut off by itself', 'li { overflow: hidden }'],
  ['cut off by what is around', 'main { overflow: hidden } ol { padding: 0 }'],
  ['before the begin of the page', 'ol { padding: 0; margin-left: -8px }'],
])('the number of an item is not read that is %s', async (_, style) => {
  const list = '<ol start="17"><li>Alpha is one</li></ol>'
  const usual = 'main { overflow: hidden } li::marker { color: #888; font-size: 0.8em }'
  expect(await compareDrawn('17. Alpha is one', list, usual)).toBe('same')
  const turned = 'main { direction: rtl; overflow: hidden } ol { padding: 0 2em 0 0 }'
  const alef = '<ol start="17"><li>א ב</li></ol>'
  expect(await compareDrawn('17. א ב', alef, turned)).toBe('same')
  expect(await compareDrawn('17. א ב', alef, `${turned} ol { padding: 0 }`)).toBe('unsure')
  expect(await compareDrawn('17. Alpha is one', list, style)).toBe('unsure')
})

const formulaSheet = readFileSync(
  fileURLToPath(import.meta.resolve('katex/dist/katex.min.css')),
  'utf8',
)
const compareFormulas = (text: string, html: string, style = '') =>
  compareDrawn(text, html, formulaSheet + style)

test.each([
  ['another part', '.b { margin-top: -1.6em; background: #fff; position: relative }'],
  ['an empty one', '.c { margin-top: -1.4em; height: 1em; background: #fff; position: relative }'],
])('a formula over which %s is drawn is not said to be the text signed', async (_, style) => {
  const html = `<p>${katex.renderToString('\\frac{a}{b}')}</p><div class="c"></div><p class="b">for us.</p>`
  const plain = 'p { margin: 0; line-height: 1 }'
  expect(await compareFormulas('$\\frac{a}{b}$\n\nfor us.', html, plain)).toBe('same')
  expect(await compareFormulas('$\\frac{a}{b}$\n\nfor us.', html, plain + style)).toBe('unsure')
})

test('a formula that is drawn above the words before it is not said to be the text signed', async () => {
  const html = `<div class="a"><p>It is not</p></div><p>${katex.renderToString('a = b')}</p>`
  const signedBoth = 'It is not\n\n$a = b$'
  expect(await compareFormulas(signedBoth, html)).toBe('same')
  const style = '.a { height: 0 } .a p { padding-top: 4em }'
  expect(await compareFormulas(signedBoth, html, style)).toBe('unsure')
})

const quoted = 'Use `npm run x`:\n\n> It does not leak.\n\nThat is all.'
const quotation =
  '<p>Use <code>npm run x</code>:</p><blockquote><p>It does not leak.</p></blockquote><p>That is all.</p>'
const typography =
  'code::before, code::after { content: "`" } blockquote { quotes: "“" "”" "‘" "’" } blockquote p::before { content: open-quote } blockquote p::after { content: close-quote }'

test('backticks around code and quotation marks around a quotation are no words of the answer', async () => {
  expect(await compareDrawn(quoted, quotation, typography)).toBe('same')
})

test.each([
  ['of words', 'blockquote { quotes: "Not so: " "" }'],
  ['with words', 'blockquote p::before { content: open-quote "Not so: " }'],
  ['around words of a line', 'blockquote p { display: inline }'],
  ['around what is not quoted', 'p::before { content: open-quote }'],
  ['of code around words', 'p::before { content: "`" }'],
  ['that are more than one', 'code::before { content: "``" }'],
  ['that are large', 'code::before { font-size: 90px }'],
  ['that are raised', 'code::before { vertical-align: 2em }'],
  ['that are painted', 'code::before { padding: 2em; background: #fff }'],
  ['that stand elsewhere', 'code::before { position: absolute; left: 3px }'],
  ['that are set back', 'blockquote p::before { margin-left: -2em }'],
  ['that are set to the side', 'code::before { float: right }'],
  ['with a shadow', 'code::before { text-shadow: 4em 0 red }'],
])('signs of a style sheet %s are not read over', async (_, style) => {
  expect(await compareDrawn(quoted, quotation, `${typography} ${style}`)).toBe('unsure')
})
