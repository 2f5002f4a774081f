import katex from 'katex'
import { expect, test } from 'vitest'
import { formMarks } from '../../../extension/text/form-marks.ts'
import { strokeName } from '../../../extension/text/formula-strokes.ts'
import { isKatexStroke } from '../../../extension/text/is-katex-stroke.ts'

// Strokes as the real KaTeX draws them: roots, accents, and brackets that are as high as what is between them.

const { piece } = formMarks
const rows = (count: number) =>
  String.raw`\begin{matrix}${Array.from({ length: count }, () => 'a').join('\\\\')}\end{matrix}`

/** What a page is read as: the box, how it is filled, and the path. */
function strokesOf(tex: string): readonly string[] {
  const html = katex.renderToString(tex, { displayMode: true, output: 'html' })
  return [...html.matchAll(/<svg ([^>]*)><path d=['"]([^'"]*)['"]/g)].map(([, has = '', path]) =>
    [/viewBox=['"]([^'"]*)/, /preserveAspectRatio=['"]([^'"]*)/]
      .map((name) => name.exec(has)?.[1])
      .concat(path)
      .join(';'),
  )
}

test.each([
  ['a root of many rows', `\\sqrt{${rows(9)}}`, ['√']],
  ['an arrow', '\\vec a', ['→']],
  ['a long arrow', '\\overrightarrow{AB}', ['→']],
  ['a wide hat', '\\widehat a', ['^']],
  ['a wide hat of two', '\\widehat{ab}', ['^']],
  ['a wide hat of four', '\\widehat{abcd}', ['^']],
  ['a wide hat of more', '\\widehat{abcdefg}', ['^']],
  ['a wide tilde', '\\widetilde a', ['~']],
  ['a wide tilde of two', '\\widetilde{ab}', ['~']],
  ['a wide tilde of four', '\\widetilde{abcd}', ['~']],
  ['a wide tilde of more', '\\widetilde{abcdefg}', ['~']],
  ['round brackets', `\\left(${rows(9)}\\right)`, ['(', ')']],
  ['higher ones', `\\left(${rows(30)}\\right)`, ['(', ')']],
  ['square brackets', `\\left[${rows(9)}\\right]`, ['[', ']']],
  ['lines', `\\left|${rows(9)}\\right|`, ['|', '|']],
  ['the lines between the pieces of a bracket', `\\left\\{${rows(9)}\\right.`, [piece, piece]],
  ['two lines, which are not known', `\\left\\|${rows(9)}\\right.`, [null]],
  ['an arrow to the left, which is not known', '\\overleftarrow{AB}', [null]],
])('%s: a stroke that KaTeX draws is known by its name', (_, tex, names) => {
  expect(strokesOf(tex).map(strokeName)).toEqual(names)
})

test.each([
  ['1080', 'x'],
  ['1296', '\\hat{A}^2'],
  ['1944', 'x^2_1'],
  ['2592', '\\frac{a}{b}'],
  ['3240', '\\int x'],
])('a root that is %s high is known', (height, under) => {
  const [stroke = '', ...others] = strokesOf(`\\sqrt{${under}}`)
  expect(others).toEqual([])
  expect(stroke).toContain(`0 0 400000 ${height};`)
  expect(strokeName(stroke)).toBe('√')
})

const bar = (height: number, middle: number) =>
  `0 0 333 ${height};;M 145 15 V 600 V ${600 + middle} v 585 C 147.667 ${1195 + middle} 154.667 ${1200 + middle} 166 ${1200 + middle} c 10 0 16.667 -5 20 -15 v -585 v ${-middle} V 15 c -2.667 -10 -9.667 -15 -21 -15 c -10 0 -16.667 5 -20 15 Z M 188 15 H 145 v 585 v ${middle} v 585 h 43 Z`

/** As KaTeX 0.16 draws it. */
const openBracket = (foot: string) =>
  `0 0 667 3600;;M403 1759 V84 H666 V0 H319 V1759 v0 v1759 ${foot} M403 1759 V0 H319 V1759 v0 v1759 h84z`

test('an opening bracket is known with the foot that it had', () => {
  expect(strokeName(openBracket('h347 v-84 H403z'))).toBe('[')
  expect(strokeName(openBracket('h84 v-84 H403z'))).toBeNull()
})

test('a stroke is the same in whichever way a browser writes its path', () => {
  expect(strokeName(bar(3000, 1800))).toBe('|')
})

const [root = '', higher = ''] = ['\\sqrt{x}', `\\sqrt{${rows(9)}}`].flatMap(strokesOf)
const [left = ''] = strokesOf(`\\left(${rows(9)}\\right)`)
const pathOf = (stroke: string) => stroke.split(';')[2] ?? ''

test.each([
  ['in another box', root.replace('400000 1080', '400000 1296')],
  ['in a narrower box', root.replace('400000 1080', '4000 1080')],
  ['that is stretched', root.replace('xMinYMin slice', 'none')],
  ['with another number', root.replace('702', '703')],
  ['with a number less', root.replace('M95,702', 'M95')],
  ['with a step less', root.replace(/z$/i, '')],
  ['with a step more', `${root}M0,0h900v900z`],
  ['with another letter', root.replace('h400000', 'v400000')],
  ['with an arc', root.replace('h400000', 'a1,1,0,0,1,9,9h400000')],
  ['of no path', root.replace(/M.*/s, '')],
  ['of another sign', root.replace(/M.*/s, pathOf(left))],
  ['that is not as high as its box', higher.replace(/(400000) (\d+)/, '$1 20$2')],
  ['of a bracket with a shorter middle', bar(3000, 1700)],
  ['of a wide line', '0 0 888 3616;xMinYMin;M384 0 H604 V3616 H384z M384 0 H604 V3616 H384z'],
  [
    'of a wide line to the left',
    '0 0 888 3616;xMinYMin;M604 0 H0 V3616 H604z M604 0 H0 V3616 H604z',
  ],
  ['of a short line', '0 0 888 3616;xMinYMin;M384 0 H504 V616 H384z M384 0 H504 V616 H384z'],
  ['of a line that is stretched', '0 0 888 900;none;M384 0 H504 V900 H384z M384 0 H504 V900 H384z'],
  ['of two lines', '0 0 888 3616;xMinYMin;M384 0 H504 V3616 H384z M84 0 H204 V3616 H84z'],
  ['of nothing', ''],
])('a stroke %s is not known', (_, stroke) => {
  expect(strokeName(root)).toBe('√')
  expect(strokeName(stroke)).toBeNull()
})

test.each([
  ['two lines', `\\left\\|${rows(9)}\\right.`],
  ['arrows', `\\left\\Uparrow${rows(9)}\\right\\updownarrow`],
  ['groups', `\\left\\lgroup${rows(9)}\\right\\rmoustache`],
  ['ceilings', `\\left\\lceil${rows(9)}\\right\\rceil`],
  ['braces', '\\overbrace{AB} \\underbrace{CD}'],
  ['arrows to both sides', '\\xleftrightarrow{AB} \\xrightleftharpoons{CD}'],
  ['an angle', '\\phase{AB}'],
  ['a high root', `\\sqrt{${rows(9)}}`],
])('%s: a stroke without a name is known to be of KaTeX', (_, tex) => {
  const strokes = strokesOf(tex)
  expect(strokes).not.toEqual([])
  for (const stroke of strokes) {
    expect(isKatexStroke(stroke)).toBe(true)
    expect(isKatexStroke(`${stroke}M0 0h50v20z`)).toBe(false)
    expect(isKatexStroke(stroke.replace(/(?<=;.*;\D*)\d+/s, '1$&'))).toBe(false)
    expect(isKatexStroke(stroke.replace(/(?<=;).*/s, ''))).toBe(false)
  }
})
