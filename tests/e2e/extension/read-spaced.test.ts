import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareTexts } from '../../../extension/text/compare-texts.ts'
import { openDrawing, type Drawing } from '../../support/read-drawn.ts'

// A space that is written and not drawn makes another word of two, and another program of lines that are set in.

let drawing: Drawing

beforeAll(async () => {
  drawing = await openDrawing()
})

afterAll(() => drawing.close())

async function compareDrawn(text: string, html: string, style = '') {
  const [shown = ''] = await drawing.readAll([html], style)
  return compareTexts(text, shown)
}

test.each([
  ['smaller', '.r { font-size: 5px }'],
  ['of no width', '.r { display: inline-block; width: 0 }'],
  ['drawn together', '.r { letter-spacing: -0.2em }'],
  ['drawn over', '.s { margin-left: -0.25em }'],
  ['of all words narrow', 'p { letter-spacing: -0.14em; word-spacing: -0.09em }'],
])('two words are not read where the space between them is %s', async (_name, style) => {
  const html = '<p>It is now<span class="r"> </span><span class="s">here</span>, so.</p>'
  expect(await compareDrawn('It is now here, so.', html)).toBe('same')
  expect(await compareDrawn('It is now here, so.', html, style)).toBe('unsure')
})

test('words in parts are read in whatever lines they stand', async () => {
  const html = '<p>It <b> </b><span>is</span> <span>now</span> <span> here</span>, so.</p>'
  for (const style of ['', 'p { width: 3em }', 'p { white-space: pre-wrap; width: 5em }']) {
    const plain = html.replace('<b> </b>', '').replace('> here', '>here')
    expect(await compareDrawn('It is now here, so.', plain, style)).toBe('same')
  }
  expect(await compareDrawn('It is now here, so.', html.replace('<b> </b>', ''))).toBe('same')
})

test.each([
  ['whose spaces are drawn as one', 'pre { white-space: pre-line }'],
  ['in one row', 'pre { white-space: nowrap }'],
  ['whose tabs are of no width', 'pre { tab-size: 0 }'],
  ['whose tabs are thin', 'pre { tab-size: 2px }'],
  ['whose first line is set out', 'pre { text-indent: -34px; padding-left: 34px }'],
])('lines of code are not read %s', async (_name, style) => {
  const code = 'if a:\n\tb()\n    c()'
  const html = `<pre><code>${code}\n</code></pre>`
  const signed = `\`\`\`\n${code}\n\`\`\``
  expect(await compareDrawn(signed, html, 'pre { tab-size: 2; white-space: pre-wrap }')).toBe(
    'same',
  )
  expect(await compareDrawn(signed, html, style)).toBe('unsure')
})

test('digits are not read that are drawn as a fraction', async () => {
  const html = '<p>It is 11/2 now.</p>'
  expect(
    await compareDrawn('It is 11/2 now.', html, 'p { font-variant-numeric: tabular-nums }'),
  ).toBe('same')
  const style = 'p { font-variant-numeric: diagonal-fractions }'
  expect(await compareDrawn('It is 11/2 now.', html, style)).toBe('unsure')
})

test.each([
  ['begins further in', '.x { padding-left: 31px }'],
  ['is a block further in', '.x { display: block; margin-left: 31px }'],
  ['is set in by a part of the row', 'pre { text-indent: 5% }'],
])('lines of code are not read of which one %s', async (_name, style) => {
  const html = '<pre><code>if a:\n    b()\n<span class="x">c()</span>\n</code></pre>'
  const text = '```\nif a:\n    b()\nc()\n```'
  expect(await compareDrawn(text, html)).toBe('same')
  expect(await compareDrawn(text, html, style)).toBe('unsure')
})

test('lines of code are read that are blocks, all of them as far in', async () => {
  const html =
    '<pre><code><span class="l">if a:</span><span class="l">    b()</span><span class="l x">c()</span></code></pre>'
  const text = '```\nif a:\n    b()\nc()\n```'
  const style = '.l { display: block; padding: 0 1em } .x { background: #eee }'
  expect(await compareDrawn(text, html, style)).toBe('same')
  expect(await compareDrawn(text, html, `${style} .x { margin-left: 31px }`)).toBe('unsure')
})

test('a word is not read that is broken into two', async () => {
  const html = '<p>It is now<wbr>here.</p>'
  expect(await compareDrawn('It is nowhere.', html)).toBe('same')
  expect(await compareDrawn('It is nowhere.', html, 'p { width: 5em }')).toBe('unsure')
})

test.each([
  ['by little steps', '.r { display: inline; position: relative; top: -0.14em; font-size: 0.9em }'],
  [
    'by the height of larger signs around',
    '.a { font-size: 3em; line-height: 0 } .b { font-size: 0.22em; vertical-align: middle }',
  ],
])('digits are not read that are raised %s', async (_name, style) => {
  const html =
    '<p>10 to 10<span class="r a"><span class="r b"><span class="r">2</span></span></span></p>'
  const usual = '.b { font: 0.8em monospace; vertical-align: middle }'
  expect(await compareDrawn('10 to 102', html, usual)).toBe('same')
  expect(await compareDrawn('10 to 102', html, style)).toBe('unsure')
})
