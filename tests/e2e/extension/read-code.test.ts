import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareTexts } from '../../../extension/text/compare-texts.ts'
import type { Comparison } from '#shared/judge/state/comparison.ts'
import { openDrawing, type Drawing } from '../../support/read-drawn.ts'

// Code that is drawn as far as it is in sight, and the page's own labels: what is seen of each, and what a page could make
// of them.

let drawing: Drawing

beforeAll(async () => {
  drawing = await openDrawing()
})

afterAll(() => drawing.close())

async function compareDrawn(signed: string, html: string, style = ''): Promise<Comparison> {
  const [shown = ''] = await drawing.readAll([html], style)
  return compareTexts(signed, shown)
}

const but = (of: Partial<Record<'formulas' | 'code' | 'capitals', number>>) => ({
  but: { formulas: 0, code: 0, capitals: 0, ...of },
})

const lines = Array.from({ length: 9 }, (_, at) => `const value${at} = ${at}`)
const code = `Run:\n\n\`\`\`js\n${lines.join('\n')}\n\`\`\`\n\nSave it.`
const gap = '<div class="cm-gap" style="height: 90px"></div>'
const line = (text: string) => `<div class="cm-line">${text}</div>`
const editor = (content: string, more = '') =>
  `<p>Run:</p><div class="cm-editor"><div class="cm-announced"></div><div class="cm-scroller"><div class="cm-gutters"><div>1</div><div>2</div></div><div class="cm-content">${content}</div><div class="cm-layer"></div>${more}</div></div><p>Save it.</p>`
const editorSheet =
  '.cm-scroller { display: flex } .cm-content { white-space: pre; display: block }'
const some = (from: number, to: number) => lines.slice(from, to).map(line).join('')

test('code that is drawn as far as it is in sight is the same as far as it is seen', async () => {
  const compare = (content: string) => compareDrawn(code, editor(content), editorSheet)
  expect(await compare(some(0, 9))).toBe('same')
  expect(await compare(some(0, 4) + gap)).toEqual(but({ code: 1 }))
  expect(await compare(gap + some(6, 9))).toEqual(but({ code: 1 }))
  expect(await compare(gap + some(3, 5) + gap)).toEqual(but({ code: 2 }))
})

const bar = '<div class="bar"><span>js</span><button>Copy</button></div>'
const barred = editor(some(0, 9))
  .replace(
    '<div class="cm-editor">',
    `<div class="block">${bar}<div class="up"><div class="room"></div>$&`,
  )
  .replace('<p>Save', '</div></div>$&')
const barSheet = `${editorSheet} .block { display: flex; flex-direction: column } .bar { position: sticky; top: 2em; height: 2.25em; background: #fff; z-index: 1 } .room { height: 1.7em; background: #fff } .up { margin-top: -2em; overflow: hidden }`

test('code beneath the bar that its page draws over room of its own is the same', async () => {
  expect(await compareDrawn(code, barred, barSheet)).toBe('same')
  const hasNoRoom = '.bar, .room { height: 0; overflow: hidden } .up { margin-top: -2.9em }'
  expect(await compareDrawn(code, barred, `${barSheet} ${hasNoRoom}`)).not.toBe('same')
})

test.each([
  ['goes along with its reader', '', 'same'],
  ['its reader cannot scroll back to its place', '.bar { top: 10em }', 'unsure'],
  ['leaves no room below it', '.bar, .room { height: 70vh } .up { margin-top: -70vh }', 'unsure'],
])('code beneath a bar that %s', async (_, style, verdict) => {
  const sheet = `${barSheet} body { height: 200em } ${style}`
  const scroll = (top: number) => drawing.page.evaluate((to) => window.scrollTo(0, to), top)
  await compareDrawn(code, barred, sheet)
  await scroll(90)
  expect(await compareDrawn(code, barred, sheet)).toBe(verdict)
  await scroll(0)
})

test.each([
  ['another line', some(0, 3) + line('const value3 = 7') + gap],
  ['a line less', some(0, 2) + some(3, 5) + gap],
  ['lines in another order', some(4, 6) + some(0, 4) + gap],
  ['a line more', some(0, 3) + line('steal()') + gap],
  ['part of a line', some(0, 3) + line('const') + gap],
  ['a line behind the last one', gap + some(3, 9) + line('steal()')],
  ['words where code is out of sight', `${some(0, 3)}<div class="cm-gap">steal()</div>`],
  ['words between its lines', `${some(0, 3)}steal()${gap}`],
  ['a hidden line', `${some(0, 3)}<div class="cm-line" hidden>const value3 = 3</div>${some(4, 9)}`],
  ['a line behind a picture', `${some(0, 3)}<img class="cm-line" src="data:,">${gap}`],
])('code with %s is not the same', async (_, content) => {
  expect(await compareDrawn(code, editor(content), editorSheet)).toBe('unsure')
})

test('what stands in an editor beside its code is not read over', async () => {
  const compare = (more: string) => compareDrawn(code, editor(some(0, 9), more), editorSheet)
  expect(await compare('<div class="cm-layer">steal()</div>')).toBe('unsure')
  expect(await compare('<div class="cm-panel">steal()</div>')).toBe('unsure')
  expect(await compare('<div class="cm-gutters">9</div>')).toBe('unsure')
})

test('words that are no code cannot be out of sight', async () => {
  const text = 'It does not leak.\n\nNever does it.'
  expect(await compareDrawn(text, `<p>It does not leak.</p>${gap}`)).toBe('unsure')
  expect(
    await compareDrawn(
      text,
      `<div class="cm-editor"><div class="cm-scroller"><div class="cm-content">${line('It does not leak.')}${gap}</div></div></div>`,
      editorSheet,
    ),
  ).toBe('unsure')
})

const words = 'It does leak.\n\nVery much so.'
const around = (between: string) => `<p>It does leak.</p>${between}<p>Very much so.</p>`
test.each([
  ['a button in a row of its own', around('<div><button>Copy</button></div>'), ''],
  [
    'a summary that folds a thought away',
    `<details><summary>Thought for 3 seconds</summary>Hm.</details>${around('')}`,
    '',
  ],
  [
    'a button with a small drawing',
    around('<div><button><svg width="16" height="16"></svg> Collapse</button></div>'),
    '',
  ],
])('%s is no word of the answer', async (_, html, style) => {
  expect(await compareDrawn(words, html, style)).toBe('same')
})

test.each([
  ['a button among words', '<p>It does <button>Save</button> leak.</p><p>Very much so.</p>', ''],
  [
    'a button between pieces of a line',
    '<p><span>It does</span> <button>Run</button> <span>leak.</span></p><p>Very much so.</p>',
    '',
  ],
  [
    'a button between columns',
    '<div class="r"><p>It does</p><button>Run</button><p>leak.</p></div><p>Very much so.</p>',
    '.r { display: flex }',
  ],
  ['a button with other words', around('<div><button>It does not</button></div>'), ''],
  ['a summary with other words', around('<details><summary>Not so</summary></details>'), ''],
  [
    'a thought that is unfolded',
    `<details open><summary>Thought</summary>Hm.</details>${around('')}`,
    '',
  ],
  ['a button with a picture', around('<div><button>Copy<img src="data:,"></button></div>'), ''],
  [
    'a button with a large drawing',
    around('<div><button>Copy<svg width="300" height="90"></svg></button></div>'),
    '',
  ],
  [
    'words in the row of a button',
    around('<div class="r"><span>or never</span> <button>Copy</button></div>'),
    '.r { display: flex }',
  ],
  [
    'a button that a style sheet writes on',
    around('<div><button class="r">Copy</button></div>'),
    '.r::after { content: " Not so." }',
  ],
])('%s is read with the answer', async (_, html, style) => {
  expect(await compareDrawn(words, html, style)).not.toBe('same')
})

const thought = (inner: string) => `<details open><summary>Thought</summary>${inner}</details>`
const thinking = '<think>\nIt may leak.\n\n- **Very** much\n</think>\n\nIt does **not** leak.'
const unfolded = '<p>It may leak.</p><ul><li><strong>Very</strong> much</li></ul>'
const answered = '<p>It does <strong>not</strong> leak.</p>'

test('a thought that was signed and is unfolded is the same, set apart from the answer', async () => {
  expect(await compareDrawn(thinking, thought(unfolded) + answered)).toBe('same')
  expect(await compareDrawn(thinking, answered)).toBe('same')
  const plain = '<think>Let me see.</think>Yes.'
  expect(await compareDrawn(plain, `${thought('<p>Let me see.</p>')}<p>Yes.</p>`)).toBe('same')
})

test.each([
  ['another thought', thought(unfolded.replace('may', 'may not')) + answered, ''],
  ['part of the thought', thought('<p>It may leak.</p>') + answered, ''],
  ['the thought as the answer', unfolded + answered, ''],
  ['the answer as a thought', thought(unfolded + answered), ''],
  ['a thought behind the answer', answered + thought(unfolded), ''],
  ['the thought twice', thought(unfolded) + thought(unfolded) + answered, ''],
  [
    'a thought that is called otherwise',
    (thought(unfolded) + answered).replace('Thought', 'Not true'),
    '',
  ],
  [
    'a thought under the name of a control',
    (thought(unfolded) + answered).replace('Thought', 'Copy'),
    '',
  ],
  [
    'a thought under two names',
    thought(`<details open><summary>Thought</summary>${unfolded}</details>`) + answered,
    '',
  ],
  ['a name that is hidden', thought(unfolded) + answered, 'summary { display: none }'],
  ['a thought that is hidden', thought(unfolded) + answered, 'ul { display: none }'],
  [
    'words between that no element has',
    thought(`<p>It may leak.</p>Not so.<ul><li><strong>Very</strong> much</li></ul>`) + answered,
    '',
  ],
])('%s is not the thought and the answer that were signed', async (_, html, style) => {
  expect(await compareDrawn(thinking, html, style)).not.toBe('same')
})

test('an unfolded thought without elements, and one that was not signed, are not the same', async () => {
  expect(await compareDrawn('<think>Yes.</think>No.', `${thought('Yes.')}<p>No.</p>`)).toBe(
    'unsure',
  )
  expect(await compareDrawn('Yes. No.', `${thought('<p>Yes.</p>')}<p>No.</p>`)).not.toBe('same')
  expect(
    await compareDrawn('It <think>Yes.</think>No.', `${thought('<p>Yes.</p>')}<p>No.</p>`),
  ).not.toBe('same')
})

const script = 'Run:\n\n```js\nsend()\n```\n\nSave it.'
const withIcon = (more = '', at = '') =>
  `<p>Run:</p><pre><code>${at}send()${more}</code></pre><p>Save it.</p>`
const copy = '<i class="copy" title="Copy code"></i>'
const iconSheet =
  'pre { position: relative; width: 300px } .copy { position: absolute; top: 0; right: 0; width: 22px; height: 22px; opacity: 0.4 } .copy::before { content: "\uF0C5" }'

test('a small sign in the corner of code, such as one for copying it, is no word of the code', async () => {
  expect(await compareDrawn(script, withIcon(copy), iconSheet)).toBe('same')
})

test.each([
  ['that is a letter', withIcon(copy), '.copy::before { content: "x" !important }'],
  ['that is two', withIcon(copy), '.copy::before { content: "\uF0C5\uF0C5" !important }'],
  ['that is a picture', withIcon(copy), '.copy::before { content: url("data:,") !important }'],
  ['that has another behind it', withIcon(copy), '.copy::after { content: "!" }'],
  ['that is large', withIcon(copy), '.copy::before { font-size: 90px }'],
  ['that is wide', withIcon(copy), '.copy { width: 200px !important }'],
  ['over a word', withIcon(copy), '.copy { right: 270px !important }'],
  ['over a word that is long', withIcon(copy, 'x'.repeat(60)), ''],
  ['below its corner', withIcon(copy), '.copy { top: 90px !important }'],
  ['outside of it', withIcon(copy), '.copy { right: -60px !important }'],
  ['among the words', withIcon(copy), '.copy { position: static !important }'],
  ['that covers something', withIcon(copy), '.copy { background: white }'],
  ['with a shadow', withIcon(copy), '.copy::before { text-shadow: -40px 9px black }'],
  ['with a frame', withIcon(copy), '.copy { border-left: 1px solid }'],
  ['that was moved', withIcon(copy), '.copy { transform: translateX(-240px) }'],
  [
    'that is moved by another way',
    withIcon(copy),
    '.copy::before { display: block; translate: -240px }',
  ],
  ['that is moved by itself', withIcon(copy), '.copy::before { position: absolute; left: -240px }'],
  ['with words', withIcon(copy.replace('></i>', '>not </i>')), ''],
  ['outside of code', `<p>Run:${copy}</p><pre><code>send()</code></pre><p>Save it.</p>`, ''],
])('a sign %s is read with the answer', async (_, html, style) => {
  const signed = html.includes('x'.repeat(60))
    ? script.replace('send', `${'x'.repeat(60)}send`)
    : script
  expect(await compareDrawn(signed, html, iconSheet + style)).not.toBe('same')
})

test('the head of a table in capitals is the same but for its letters', async () => {
  const table = (head: string) =>
    `<table><thead><tr><th>${head}</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>`
  const style = 'thead { text-transform: uppercase }'
  expect(await compareDrawn('| Mode |\n|---|\n| b |', table('Mode'), style)).toEqual(
    but({ capitals: 1 }),
  )
  expect(await compareDrawn('| Mode |\n|---|\n| b |', table('Node'), style)).toBe('unsure')
  expect(
    await compareDrawn('| Mode |\n|---|\n| b |', table('Mode'), 'td { text-transform: uppercase }'),
  ).toBe('unsure')
})

const labelled = 'Run:\n\n```ts\nsend(a)\n```\n\nSave it.'
const withLabel = (label: string, run = 'Run:') =>
  `<p>${run}</p><div><div><span class="l">${label}</span><div><button></button></div></div><pre><code>send(a)\n</code></pre></div><p>Save it.</p>`
const capitals = '.l { text-transform: uppercase }'

test('the name of a language in capitals above code is the same', async () => {
  expect(await compareDrawn(labelled, withLabel('ts'), capitals)).toBe('same')
  expect(await compareDrawn(labelled, withLabel('ts'))).toBe('same')
})

test.each([
  ['of another language', withLabel('js'), capitals],
  ['of more than its name', withLabel('not ts'), capitals],
  ['where none was signed', withLabel('ts').replace('<pre>', '<p class="l">ts</p><pre>'), capitals],
  ['of a word of the answer', withLabel('ts', '<b class="l">Run</b>:'), capitals],
  ['of the code', withLabel('ts'), `${capitals} code { text-transform: uppercase }`],
])('a label in capitals %s is not the same', async (_, html, style) => {
  expect(await compareDrawn(labelled, html, style)).toBe('unsure')
})
