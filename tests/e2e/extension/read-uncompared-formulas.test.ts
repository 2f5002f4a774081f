import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawFormula, openFormulas } from '../../support/draw-formulas.ts'

// Of a formula that cannot be compared only the letters and the strokes are read. Around it all is compared, so nothing
// of it may stand there, or hide what does, and no drawing may say what the formula does not.

let formulas: Awaited<ReturnType<typeof openFormulas>>

beforeAll(async () => {
  formulas = await openFormulas()
})

afterAll(() => formulas.close())

const but = { but: { formulas: 1, code: 0, capitals: 0 } }
const rows = `\\begin{matrix}${Array.from('notabcdef').join('\\\\')}\\end{matrix}`
const tall = `\\left\\lgroup${rows}\\right\\rgroup`

test.each([
  ['floors', `\\left\\lfloor${rows}\\right\\rfloor`],
  ['ceilings', `\\left\\lceil${rows}\\right\\rceil`],
  ['two lines', `\\left\\|${rows}\\right\\|`],
  ['groups', tall],
  ['arrows up', `\\left\\uparrow${rows}\\right\\Updownarrow`],
  ['an arrow to the left', '\\overleftarrow{AB}'],
  ['braces', '\\overbrace{abc}^n + \\underbrace{abc}'],
  ['an arrow with words', '\\xrightarrow{f} \\xleftrightarrow[a]{b}'],
  ['what is crossed out', '\\cancel{x} + \\bcancel{y} + \\xcancel{z}'],
  ['an angle', '\\phase{-78}'],
  ['a line through it', '\\sout{ab}'],
  ['a frame', '\\fbox{a}'],
  ['a number', 'a = b \\tag{1}'],
  ['a check', '\\widecheck{ab}'],
  ['lines of a table', '\\begin{array}{c|c}a&b\\\\\\hline c&d\\end{array}'],
])('a formula with %s is not compared, and all around it is', async (_, tex) => {
  expect(await formulas.compare(tex, drawFormula(tex))).toEqual(but)
})

const within = (drawing: string) =>
  drawFormula(tall).replace('<span class="katex-base">', `$&${drawing}`)
const path = 'M0 0h50v20z'

test.each([
  ['a path that KaTeX does not draw', within(`<svg viewBox="0 0 50 20"><path d="${path}"/></svg>`)],
  [
    'lines',
    within('<svg><line x1="0" y1="0" x2="100%" y2="9" stroke="red" stroke-width="5"/></svg>'),
  ],
  ['broken lines', within('<svg><line x2="100%" stroke-width="1" stroke-dasharray="9 2"/></svg>')],
  ['words in a drawing', within('<svg><text y="20">not</text></svg>')],
  [
    'words in a line',
    within('<svg><line x2="100%" stroke-width="1"><title>no</title></line></svg>'),
  ],
  ['a picture', within('<img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">')],
])('a formula that is not compared has no room for %s', async (_, html) => {
  expect(html).not.toBe(drawFormula(tall))
  expect(await formulas.compare(tall, html)).toBe('unsure')
})

// Where KaTeX's elements are known, their places are looked at as those of any formula.
const crossed = '\\cancel{not} + \\overbrace{abc}'

test.each([
  ['its letters', '.mathnormal { position: absolute; left: -200px; top: -80px }'],
  ['its letters beyond its end', '.mathnormal { position: relative; left: 90px }'],
  ['its letters above it', '.mathnormal { position: relative; top: -90px }'],
  ['its sign', '.mbin { position: absolute; left: 300px; top: -50px }'],
  ['its brace', '.katex-stretchy { left: 300px }'],
  ['its row', '.katex-base { top: -20px }'],
  ['its row, drawn up', '.katex-base { margin-left: -150px }'],
  ['its row, moved', '.katex-base { transform: translateX(20px) }'],
  ['its row, wider than it is', '.katex-html { transform: scale(1.5) }'],
  ['a row with room', '.katex .katex-base { display: inline; padding-top: 60px }'],
])('a formula that is not compared does not stand elsewhere: %s', async (_, style) => {
  expect(await formulas.compare(crossed, drawFormula(crossed))).toEqual(but)
  expect(await formulas.compare(crossed, drawFormula(crossed), style)).toBe('unsure')
})

test.each([
  ['elsewhere', '{ position: absolute; left: 40px; right: auto; top: -60px }'],
  ['beyond its row', '{ position: absolute; right: -90px }'],
  ['in a row that is none', '{ position: absolute } .katex-html { display: inline !important }'],
  ['below it', '{ position: absolute; top: 60px }'],
])('its number does not stand %s', async (_, style) => {
  const tex = 'a = b \\tag{not}'
  expect(await formulas.compare(tex, drawFormula(tex))).toEqual(but)
  const sheet = `.katex-display > .katex > .katex-html > .katex-tag ${style}`
  expect(await formulas.compare(tex, drawFormula(tex), sheet)).toBe('unsure')
})

test.each([
  ['paper', '.mord { background: #fff }'],
  ['a picture', '.mord { background: linear-gradient(red, red) }'],
  ['a picture before it', '.mord::before { content: ""; background: linear-gradient(red, red) }'],
  ['a shadow', '.mord { box-shadow: 40px 10px 0 10px #000 }'],
  ['a shadow of its letters', '.mord { text-shadow: 40px 10px #000 }'],
  ['an outline', '.mord { outline: 20px solid #fff }'],
  [
    'a picture at its edge',
    '.mord { border: 9px solid; border-image: linear-gradient(red, red) 9 }',
  ],
  ['a mark of a list', '.mord { display: list-item; list-style: "not" inside }'],
  ['words', '.mord::after { content: "not" }'],
])('a formula that is not compared is not painted with %s', async (_, style) => {
  expect(await formulas.compare(tall, drawFormula(tall), style)).toBe('unsure')
})

test.each(['start', 'mid', 'end'])('a root has no signs at its %s', async (side) => {
  const marker = `<svg><marker id="m"><path d="${path}"/></marker></svg>`
  const html = drawFormula('\\sqrt{x}') + marker
  const style = `.sqrt path { marker-${side}: url(#m) }`
  expect(await formulas.compare('\\sqrt{x}', drawFormula('\\sqrt{x}'))).toBe('same')
  expect(await formulas.compare('\\sqrt{x}', html, style)).toBe('unsure')
  expect(await formulas.compare('\\sqrt{x}', drawFormula('\\sqrt{x}'), style)).toBe('unsure')
})
