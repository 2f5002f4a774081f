import { marked } from 'marked'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareTexts } from '../../../extension/text/compare-texts.ts'
import type { Comparison } from '#shared/judge/state/comparison.ts'
import { openDrawing, type Drawing } from '../../support/read-drawn.ts'

// What a real browser draws, read as its user reads it, and compared with what was signed.

let drawing: Drawing

beforeAll(async () => {
  drawing = await openDrawing()
})

afterAll(() => drawing.close())

async function compareDrawn(signed: string, html: string, style?: string): Promise<Comparison> {
  const [shown = ''] = await drawing.readAll([html], style)
  return compareTexts(signed, shown)
}

const draw = (markdown: string) => marked.parse(markdown, { async: false })
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

test.each([
  ['plain words', 'A receipt proves who said it.\n\nAnd when.'],
  ['words that lean, and strong ones', 'A **receipt** proves *who said it*, and **how**.'],
  ['headings and lists', '## Steps\n\n- one thing\n- two things\n  - three of them\n\nThen more.'],
  ['numbers that the browser draws', '1. First\n2. Second\n3. Third'],
  ['a list that begins elsewhere', '7. First\n8. Second'],
  ['a link and its address', 'See [the text](https://a.example/b?c=1) here.'],
  ['an address', 'See https://a.example/b here.'],
  ['code within words', 'Use `rm -rf ./tmp` for it.'],
  ['a block of code', 'Run:\n\n```ts\nconst a = 1\n\n  b(a)\n```\n\nand wait.'],
  ['a quotation', '> What somebody else said\n\nAnd what I say.'],
  ['a stroke', 'It is ~~not so~~ so.'],
  ['comparisons and calculations', 'If x < 5 and y > 3, then 2 * 3 = 6 and 10² = 100.'],
  ['names with underscores', 'Call my_function_name of it.'],
  ['a rule between', 'One.\n\n***\n\nTwo.'],
  ['a table', 'So:\n\n| a | *two words* |\n|---|:-:|\n| 1 | `2` |\n|  | **b** |\n\nThen.'],
  [
    'all of it',
    '# Three things\n\n1. A **bold** word\n2. Some `code` and a [link](https://example.com)\n3. *Words that lean*\n\n> and what somebody else said',
  ],
])('%s: drawn by a renderer, or as it was written, it is the text signed', async (_name, text) => {
  expect(await compareDrawn(text, draw(text))).toBe('same')
  expect(await compareDrawn(text, escape(text), '#part { white-space: pre-wrap }')).toBe('same')
})

test.each([
  ['a product', 'It is 2*3*4.'],
  ['a power', 'It is 2**3**4.'],
  ['a pattern of files', 'rm *foo* now'],
  ['two pointers', 'a *b* c'],
  ['an identifier', 'call __init__ of it'],
  ['a count', '# of items: 5'],
  ['a comparison at the begin', '> 5 is too much'],
  ['a negative number at the begin', 'It is\n\n- 5 degrees'],
  ['a variable at the begin', 'It is\n\n- x + 3'],
  ['numbers that are counted anew', '1. First\n1. Second'],
  ['escapes', String.raw`It is 2 \* 3.`],
  ['entities', 'Fish &amp; chips &minus;5'],
  ['elements', 'It is <b>so</b>, 10<sup>2</sup> of it.'],
  ['what is not shown of elements', 'It is <!-- not --> so.'],
  ['a picture', 'It is ![a cat](data:,) here.'],
  ['a task', '- [x] Done\n- [ ] Not done'],
  ['a heading by its line', 'Steps\n=====\n\nOne.'],
  ['code by its room', 'Run:\n\n    a()\n      b()'],
])('%s: what a renderer makes of it could be another text', async (_name, text) => {
  expect(await compareDrawn(text, draw(text))).toBe('unsure')
})

const table = '| a | b |\n|---|---|\n| 1 | 2 |'
const signed = 'It does not leak, and 10² is 100.'
test.each([
  ['a comparison', 'If x < 5 then.', '<p>If x &gt; 5 then.</p>', ''],
  ['a raised number', 'It is 102.', '<p>It is 10<sup>2</sup>.</p>', ''],
  [
    'a number raised by style',
    'It is 102.',
    '<p>It is 10<i class="r">2</i>.</p>',
    '.r { vertical-align: super; font-style: normal }',
  ],
  ['a word that is hidden', signed, '<p>It does <s hidden>not</s> leak, and 10² is 100.</p>', ''],
  [
    'a word for screen readers',
    signed,
    '<p>It does <span class="r">not</span> leak, and 10² is 100.</p>',
    '.r { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }',
  ],
  [
    'a word of no size',
    signed,
    '<p>It does <span class="r">not</span> leak, and 10² is 100.</p>',
    '.r { font-size: 0 }',
  ],
  [
    'a word of no height',
    signed,
    '<p>It does <span class="r">not</span> leak, and 10² is 100.</p>',
    '.r { display: inline-block; height: 0; overflow: hidden }',
  ],
  [
    'a word of no colour',
    signed,
    '<p>It does <span class="r">not</span> leak, and 10² is 100.</p>',
    '.r { color: transparent }',
  ],
  [
    'a word beside the page',
    signed,
    '<p>It does <span class="r">not</span> leak, and 10² is 100.</p>',
    '.r { position: absolute; left: -9999px }',
  ],
  [
    'a word that is not opaque',
    signed,
    '<p>It does <span class="r">not</span> leak, and 10² is 100.</p>',
    '.r { opacity: 0 }',
  ],
  [
    'a word that is struck',
    signed,
    '<p>It does <span class="r">not</span> leak, and 10² is 100.</p>',
    '.r { text-decoration: line-through }',
  ],
  [
    'a word that is struck by its element',
    signed,
    '<p>It does <s>not</s> leak, and 10² is 100.</p>',
    '',
  ],
  [
    'a word that is written backwards',
    signed,
    '<p>It does <bdo dir="rtl">not</bdo> leak, and 10² is 100.</p>',
    '',
  ],
  [
    'words of a style sheet',
    signed,
    '<p class="r">It does not leak, and 10² is 100.</p>',
    '.r::after { content: " Or does it?" }',
  ],
  [
    'words of a style sheet before it',
    signed,
    '<p class="r">It does not leak, and 10² is 100.</p>',
    '.r::before { content: "Never: " }',
  ],
  [
    'letters of another case',
    'use -r here',
    '<p class="r">use -r here</p>',
    '.r { text-transform: uppercase }',
  ],
  [
    'words of a picture',
    signed,
    '<p>It does <img alt="not" src="data:,"> leak, and 10² is 100.</p>',
    '',
  ],
  [
    'a drawing',
    signed,
    '<p>It does not leak, and 10² is 100.<svg width="9" height="9"></svg></p>',
    '',
  ],
  ['a field', signed, '<p>It does <input value="not"> leak, and 10² is 100.</p>', ''],
  [
    'words in another order',
    'one two',
    '<p class="r"><span>two</span> <span>one</span></p>',
    '.r { display: flex; flex-direction: row-reverse }',
  ],
  ['words moved by their side', 'one two', '<p><span style="float: right">one</span> two</p>', ''],
  [
    'letters in a mirror',
    signed,
    '<p style="transform: scaleX(-1)">It does not leak, and 10² is 100.</p>',
    '',
  ],
  [
    'words in another order by their style',
    'one two',
    '<p class="r"><span>two</span> <span>one</span></p>',
    '.r { display: flex } .r :first-child { order: 2 }',
  ],
  ['another number of an item', '1. First', '<ol><li value="7">First</li></ol>', ''],
  [
    'a list that counts otherwise',
    '1. First',
    '<ol style="counter-reset: list-item 6"><li>First</li></ol>',
    '',
  ],
  ['a list that counts by letters', '1. First', '<ol type="a"><li>First</li></ol>', ''],
  [
    'another mark of an item',
    '- First',
    '<ul class="r"><li>First</li></ul>',
    '.r { list-style-type: "− " }',
  ],
  [
    'an address behind its words',
    'See [it](https://a.example) here.',
    '<p>See <a href="https://b.example">it</a> here.</p>',
    '',
  ],
  [
    'another address than the one shown',
    'See https://a.example here.',
    '<p>See <a href="https://b.example">https://a.example</a> here.</p>',
    '',
  ],
  ['code that lost its room', '```\nif a:\n  b()\n```', '<pre><code>if a:\nb()\n</code></pre>', ''],
  [
    'code whose room is not drawn',
    '```\nif a:\n  b()\n```',
    '<pre style="white-space: normal"><code>if a:\n  b()\n</code></pre>',
    '',
  ],
  ['spaces in code', 'Run `a  b` now', '<p>Run <code>a b</code> now</p>', ''],
  [
    'a word of the page in the middle',
    signed,
    '<p>It does <button>Copy</button> not leak, and 10² is 100.</p>',
    '',
  ],
  [
    'words of the page before it',
    signed,
    '<p>Not so:</p><p>It does not leak, and 10² is 100.</p>',
    '',
  ],
  [
    'an element with words of its own',
    signed,
    '<p>It does not leak, and 10² is 100.<x-own></x-own></p>',
    '',
  ],
  ['our mark, written by the page', '**It** is so.', '<p>\uE00BIt\uE00C is so.</p>', ''],
])('%s: it is not said to be the text signed', async (_name, text, html, style) => {
  expect(await compareDrawn(text, html, style)).not.toBe('same')
})

const head = '<thead><tr><th>a<th>b</thead>'
const body = '<tbody><tr><td>1<td>2</tbody>'
test.each([
  ['another cell', `<table>${head}<tbody><tr><td>1<td>3</tbody></table>`, ''],
  ['cells that changed places', `<table>${head}<tbody><tr><td>2<td>1</tbody></table>`, ''],
  ['a row more', `<table>${head}<tbody><tr><td>1<td>2<tr><td>3<td>4</tbody></table>`, ''],
  ['a hidden row', `<table>${head}<tbody><tr hidden><td>1<td>2</tbody></table>`, ''],
  [
    'a column that is set out',
    `<table><col style="visibility: collapse">${head}${body}</table>`,
    '',
  ],
  ['another direction', `<table dir="rtl">${head}${body}</table>`, ''],
  [
    'rows behind their head',
    `<table><tbody><tr><td>a<td>b</tbody><thead><tr><th>1<th>2</thead></table>`,
    '',
  ],
  ['a head for a foot', `<table>${head}${body}</table>`, 'thead { display: table-footer-group }'],
  [
    'cells in another order',
    `<table>${head}${body}</table>`,
    'tr { display: flex } td { order: -1 }',
  ],
  [
    'a cell over two columns',
    `<table>${head}<tbody><tr><td colspan="2">1<td>2</tbody></table>`,
    '',
  ],
  ['words without a table', '<p>a b 1 2</p>', ''],
])('a table with %s is not said to be the one that was signed', async (_name, html, style) => {
  expect(await compareDrawn(table, `<table>${head}${body}</table>`)).toBe('same')
  expect(await compareDrawn(table, html, style)).not.toBe('same')
})

test('words that a page puts in a shadow are not read, and not believed', async () => {
  const shown = await drawing.page.evaluate(() => {
    const { readShown } = (
      globalThis as unknown as {
        badge: { readShown: (part: Element, isOwn: () => boolean) => string }
      }
    ).badge
    const main = document.querySelector('main') ?? document.body
    main.innerHTML = '<div id="part"><p>It does <span id="host">not</span> leak.</p></div>'
    const root = main.querySelector('#host')?.attachShadow({ mode: 'open' })
    root?.append('surely')
    return readShown(main.querySelector('#part') ?? main, () => false)
  })
  expect(compareTexts('It does not leak.', shown)).not.toBe('same')
})
