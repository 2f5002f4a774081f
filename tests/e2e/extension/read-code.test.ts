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
