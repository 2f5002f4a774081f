import katex from 'katex'
import { marked } from 'marked'
import { expect, test } from 'vitest'
import { compareTexts } from '../../../../extension/reading/compare-texts.ts'
import { untilEnd } from '../../../support/until-end.ts'
import { drawMathjax, loadMathjax } from '../../../support/chats/draw-mathjax.ts'
import { openDrawing } from '../../../support/browser/read-drawn.ts'

// What a real browser draws, read as it says that it is seen, and compared with what was signed.

const drawing = await untilEnd(openDrawing())

const formulas = [
  'x^2',
  String.raw`\frac{a}{b}`,
  String.raw`\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}`,
]

test.each(formulas)('%s: KaTeX keeps the source of what it draws', async (tex) => {
  const html = katex.renderToString(tex, { displayMode: true })
  const [shown = ''] = await drawing.readAll([`<p>It is ${html} so.</p>`])
  expect(compareTexts(`It is \\(${tex}\\) so.`, shown)).toBe('same')
  expect(compareTexts(`It is $$${tex}$$ so.`, shown)).toBe('same')
  expect(compareTexts(`It is $${tex} + 1$ so.`, shown)).toBe('differs')
})

test.each([3, 4] as const)('a formula of MathJax %i is compared, or named', async (version) => {
  await loadMathjax(drawing.page, version)
  const drawn = await drawMathjax(drawing.page, formulas, true)
  const shown = await drawing.readAll(drawn.map((html) => `<p>It is ${html} so.</p>`))
  const as = version === 4 ? 'same' : { but: { formulas: 1, code: 0 } }
  for (const [at, tex] of formulas.entries()) {
    expect(compareTexts(`It is $$${tex}$$ so.`, shown[at] ?? '')).toEqual(as)
    expect(compareTexts(`It is not $$${tex}$$ so.`, shown[at] ?? '')).toBe('differs')
  }
})

const signed = 'It does not leak.'
test.each([
  ['an element that is not drawn', '<p>It does not leak.<i hidden> Or it does.</i></p>'],
  ['a word that is invisible', '<p>It does not <i style="visibility: hidden">always </i>leak.</p>'],
  [
    'what is folded away',
    '<details><summary>More</summary>Or it does.</details><p>It does not leak.</p>',
  ],
  ['an element without a box', '<p>It does <i style="display: contents">not</i> leak.</p>'],
  ['capitals of a style sheet', '<p style="text-transform: uppercase">It does not leak.</p>'],
  [
    'what stands for a picture',
    '<p>It does not leak.</p><div><img hidden src="data:,"><span>No picture</span></div>',
  ],
  ['a control', '<p>It does not leak.</p><button><svg></svg>Try again</button>'],
])('%s changes nothing', async (_name, html) => {
  const [shown = ''] = await drawing.readAll([html])
  expect(compareTexts(signed, shown)).toBe('same')
})

test.each([
  ['a word that is not drawn', '<p>It does <i hidden>not</i> leak.</p>'],
  ['a word that is invisible', '<p>It does <i style="visibility: hidden">not</i> leak.</p>'],
  ['a word on a control', '<p>It does <button>not</button> leak, <button>ever</button>.</p>'],
  ['a word within a form', '<form><input name="localName"></form><p>It does not leak.</p>'],
])('%s is no word of the text', async (_name, html) => {
  const [shown = ''] = await drawing.readAll([html])
  expect(compareTexts(signed, shown)).toBe('differs')
})

test('tasks and numbers are read as they are drawn', async () => {
  const text = '- [x] Done\n- [ ] Not done\n\n3. Three\n4. Four'
  const [shown = ''] = await drawing.readAll([marked.parse(text, { async: false })])
  expect(compareTexts(text, shown)).toBe('same')
  expect(compareTexts(text.replace('[x]', '[ ]'), shown)).toBe('differs')
  expect(compareTexts(text.replace('3.', '5.'), shown)).not.toBe('same')
})
