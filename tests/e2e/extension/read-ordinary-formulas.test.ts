import katex from 'katex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareTexts } from '../../../extension/text/compare-texts.ts'
import { drawFormula, openFormulas, stackedAt } from '../../support/draw-formulas.ts'
import { katexSheet } from '../../support/katex-sheet.ts'
import { ordinaryFormulas } from '../../support/ordinary-formulas.ts'

// What answers about mathematics are made of, drawn by the real KaTeX, and what a page could make of that.

let formulas: Awaited<ReturnType<typeof openFormulas>>

beforeAll(async () => {
  formulas = await openFormulas()
})

afterAll(() => formulas.close())

test.each([
  ['displayed', true, ''],
  ['in a line', false, ''],
  ['displayed, before its fonts are there', true, katexSheet],
  ['in a line, before its fonts are there', false, katexSheet],
])('an ordinary formula, %s, is the same', async (_, isDisplay, sheet) => {
  const html = ordinaryFormulas.map(
    (tex) => `<p>It is ${katex.renderToString(tex, { displayMode: isDisplay })} so.</p>`,
  )
  const shown = await formulas.readAll(html, sheet)
  const unsure = ordinaryFormulas.filter(
    (tex, at) => compareTexts(`It is \\(${tex}\\) so.`, shown[at] ?? '') !== 'same',
  )
  expect(unsure).toEqual([])
})

test.each([
  ['another number', '\\int_0^1 x', '\\int_0^2 x'],
  ['limits that changed places', '\\int_0^1 x', '\\int_1^0 x'],
  ['limits of a sum that changed places', '\\sum_{i=1}^{n} i', '\\sum_{n}^{i=1} i'],
  ['a limit behind its sum', '\\sum_{i=1}^{n} i', '\\sum_{i=1} ni'],
  ['another sign of many', '\\sum_{i=1}^{n} i', '\\prod_{i=1}^{n} i'],
  ['its numerator below', '\\frac{a}{b}', '\\frac{b}{a}'],
  ['a fraction elsewhere', '\\frac{1}{1+\\frac{1}{x}}', '\\frac{1+\\frac{1}{x}}{1}'],
  ['a fraction of more', '1+\\frac{a}{b}', '\\frac{1+a}{b}'],
  ['a line between two', '\\binom{n}{k}', '\\left(\\frac{n}{k}\\right)'],
  ['both the other way round', '\\binom{n}{k}', '\\binom{k}{n}'],
  ['another root', '\\sqrt[3]{x}', '\\sqrt[4]{x}'],
  ['a factor for its index', '\\sqrt[3]{x}', '3\\sqrt{x}'],
  ['no index', '\\sqrt[3]{x}', '\\sqrt{x}'],
  [
    'a matrix on its side',
    '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}',
    '\\begin{pmatrix}a&c\\\\b&d\\end{pmatrix}',
  ],
  [
    'rows in another order',
    '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}',
    '\\begin{pmatrix}c&d\\\\a&b\\end{pmatrix}',
  ],
  [
    'fewer columns',
    '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}',
    '\\begin{pmatrix}12\\\\34\\end{pmatrix}',
  ],
  [
    'other brackets',
    '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}',
    '\\begin{bmatrix}a&b\\\\c&d\\end{bmatrix}',
  ],
  [
    'cases in another order',
    '\\begin{cases}1&x\\\\0&y\\end{cases}',
    '\\begin{cases}0&x\\\\1&y\\end{cases}',
  ],
  [
    'lines in another order',
    '\\begin{aligned}a&=1\\\\b&=2\\end{aligned}',
    '\\begin{aligned}b&=2\\\\a&=1\\end{aligned}',
  ],
  ['another accent', '\\hat{x}', '\\bar{x}'],
  ['no arrow', '\\vec{a}', 'a'],
  ['a shorter line', '\\overline{ab}', '\\overline{a}b'],
  ['a line below', '\\overline{x}', '\\underline{x}'],
  ['other letters', '\\mathbb{R}', 'R'],
  ['letters that are not bold', '\\mathbf{x}', 'x'],
  ['no stroke', 'a \\neq b', 'a = b'],
  ['no stroke through it', 'x \\notin A', 'x \\in A'],
  ['words that are parted', '\\text{notable}', '\\text{not able}'],
  ['words in one', '\\text{not able}', '\\text{notable}'],
  ['a bracket elsewhere', '\\left(a+b\\right)^2', 'a+\\left(b\\right)^2'],
  ['an exponent in its brackets', '\\left(a\\right)^2', '\\left(a^2\\right)'],
  ['an index below it', 'x_i', '\\underset{i}{x}'],
  ['an exponent of an exponent', 'x^{a^b}', 'x^{ab}'],
  ['a box around less', '\\boxed{x = 4}', 'x = \\boxed{4}'],
])('a formula that is drawn with %s is not the same', async (_, kept, drawn) => {
  const [annotation = ''] = /<annotation.*?<\/annotation>/.exec(drawFormula(kept)) ?? []
  const html = drawFormula(drawn).replace(/<annotation.*?<\/annotation>/, () => annotation)
  expect(await formulas.compare(kept, drawFormula(kept))).toBe('same')
  expect(await formulas.compare(kept, html)).not.toBe('same')
  expect(await formulas.compare(kept, drawFormula(drawn))).not.toBe('same')
})

test.each([
  [
    'limits that changed places',
    '\\sum_{i=1}^{n} i',
    stackedAt('.op-limits', ['-4.3em', '-3.05em', '-1.8723em']),
  ],
  [
    'limits that are far away',
    '\\sum_{i=1}^{n} i',
    stackedAt('.op-limits', ['2em', '-3.05em', '-4.3em']),
  ],
  ['limits beside it', '\\sum_{i=1}^{n} i', '.op-limits .katex-sizing { margin-left: 4em }'],
  [
    'limits of an integral on one another',
    '\\int_0^1 x',
    stackedAt('.msupsub', ['-3.8em', '-3.8em']),
  ],
  ['its numerator below', '\\frac{a}{b}', stackedAt('.mfrac', ['-3.677em', '-3.23em', '-2.314em'])],
  [
    'its numerator on the line',
    '\\frac{a}{b}',
    stackedAt('.mfrac', ['-2.314em', '-3.23em', '-3.2em']),
  ],
  ['a longer line', '\\frac{a}{b}+c', '.frac-line { width: 300% !important }'],
  [
    'its index on the line',
    '\\sqrt[3]{x}',
    '.katex-root .katex-sizing { font-size: 1em !important }',
  ],
  ['its index elsewhere', '\\sqrt[3]{x}', '.katex-root { position: relative; left: 4em }'],
  ['its index below', '\\sqrt[3]{x}', '.katex-root { position: relative; top: 2em }'],
  [
    'rows that changed places',
    '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}',
    stackedAt('.mtable', ['-2.41em', '-3.61em']),
  ],
  [
    'a row that is hidden',
    '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}',
    '.mtable .vlist > span:first-child { visibility: hidden }',
  ],
  [
    'a column before the other',
    '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}',
    '.mtable { display: inline-flex; flex-direction: row-reverse }',
  ],
  ['an accent below', '\\hat{x}', '.accent-body { top: 1em }'],
  ['an accent over another sign', '\\hat{x}y', '.accent-body { margin-left: 0.7em }'],
  ['an arrow that is gone', '\\vec{a}', '.accent-body svg { visibility: hidden }'],
  ['another arrow', '\\vec{a}', '.accent-body path { d: path("M0 0h400v400z") }'],
  ['no stroke', 'a \\neq b', '.rlap { opacity: 0 }'],
  ['a stroke through another sign', 'a \\neq b', '.rlap { position: relative; left: 1.2em }'],
  ['words that are parted', '\\text{notable}', '.text { letter-spacing: 0.5em }'],
  [
    'a sign that covers another one',
    'a = b + 1',
    '.mbin { background: #fff; padding-left: 1em; margin-left: -1em }',
  ],
  ['a shadow that covers a sign', 'a = b + 1', '.mbin { box-shadow: -0.3em 0 0 0.2em #fff }'],
  ['a sign of a style sheet', 'a = b + 1', '.mbin::before { content: "1" }'],
  ['a box that is open', '\\boxed{x = 4}', '.fbox { border-right: 0 !important }'],
  ['a box elsewhere', 'y+\\boxed{x = 4}', '.fbox { position: relative; right: 2em }'],
])('a formula that a style sheet draws with %s is not the same', async (_, tex, style) => {
  expect(await formulas.compare(tex, drawFormula(tex))).toBe('same')
  expect(await formulas.compare(tex, drawFormula(tex), style)).not.toBe('same')
})

test.each([
  [
    'a box of the page',
    '<i class="c"></i>',
    '.c { display: block; height: 4em; margin-top: -4.2em; background: #fff; position: relative }',
  ],
  [
    'words',
    '<b class="c">not</b>',
    '.c { display: block; margin-top: -3.2em; text-align: center }',
  ],
])('a formula that %s stands over is not the same', async (_, html, style) => {
  const tex = '\\sum_{i=1}^{n} i'
  const other = `It is \\(${tex}\\) so.`
  const [shown = ''] = await formulas.readAll(
    [`<div>It is ${drawFormula(tex)}${html} so.</div>`],
    style,
  )
  expect(compareTexts(other, shown)).not.toBe('same')
  expect(compareTexts(`It is \\(${tex}\\) **not** so.`, shown)).not.toBe('same')
})
