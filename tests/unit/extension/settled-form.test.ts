import katex from 'katex'
import { expect, test } from 'vitest'
import { formMarks, formOf } from '../../../extension/text/form-marks.ts'
import { settledForm } from '../../../extension/text/settled-form.ts'

// One form for all that looks the same, and never for what does not.

const { font, stroke, piece, next, open, close } = formMarks
const inFont = (name: string, sign: string) => `${font}${name}${font}${sign}`

/** As a page is read: its box, how it is filled, and its path. */
function strokeOf(tex: string): string {
  const html = katex.renderToString(tex, { displayMode: true, output: 'html' })
  const [, box, fills = '', path] =
    /viewBox="([^"]*)"(?: preserveAspectRatio="([^"]*)")?><path d=['"]([^'"]*)/.exec(html) ?? []
  return stroke + [box, fills, path].join(';') + stroke
}
const line = `${stroke}0 0 888 900;xMinYMin;M384 0H504V900H384z M384 0H504V900H384z${stroke}`

test.each([
  [
    'a root by its stroke',
    `${open}rx${next}${next}${strokeOf('\\sqrt{x}')}${close}`,
    formOf('r', 'x', ''),
  ],
  ['an arrow by its stroke', formOf('a', 'a', strokeOf('\\vec{a}')), formOf('a', 'a', '→')],
  ['limits above and below a sum', formOf('l', '∑', 'i', 'n'), `∑${formOf('s', 'i', 'n')}`],
  ['what stands below a limit', formOf('l', 'lim', 'x', ''), `lim${formOf('s', 'x', '')}`],
  ['a bracket in two pieces', formOf('d', '⎝⎛'), '('],
  ['one with lines between them', formOf('d', `⎩${line}⎨${line}⎧`), '{'],
  ['a line in two pieces', formOf('d', `∣${line}∣`), '|'],
  ['three lines, which are none', formOf('d', '∣∣∣'), formOf('d', '|||')],
  ['a bracket in one piece', formOf('d', '('), '('],
  ['bold letters of a font', inFont('B', 'x'), inFont('B', 'x')],
  ['letters of a font with another name', inFont('AMS', 'R'), inFont('D', 'R')],
  ['a sign of a font, which looks the same in each', inFont('AMS', '≤'), '≤'],
  ['bold letters of Unicode', '𝐱', inFont('B', 'x')],
  ['slanted ones', '𝑥', 'x'],
  ['letters with a double stroke', 'ℝ𝔸', inFont('D', 'R') + inFont('D', 'A')],
  ['letters of a script', 'ℒ𝒜', inFont('C', 'L') + inFont('C', 'A')],
  ['letters of Fraktur', 'ℭ𝔄', inFont('F', 'C') + inFont('F', 'A')],
  ['the constant of Planck', 'ℎ', 'h'],
  ['slanted Greek', '𝛼𝜖𝜑', 'αϵφ'],
  ['bold digits', '𝟏', inFont('B', '1')],
  ['lines and dots of other code points', '∣·⋯∶', '|⋅…:'],
  ['primes in one sign', '″', '′′'],
  ['spaces around signs', 'a + b', 'a+b'],
  ['two spaces behind a sign', '+  a', '+a'],
  ['spaces between words', 'if   so', 'if so'],
])('%s: what looks the same has one form', (_, seen, form) => {
  expect(settledForm(seen)).toBe(form)
})

test.each([
  ['limits above and below anything else', formOf('l', 'x', 'i', 'n')],
  ['pieces in another order', formOf('d', '⎛⎝')],
  ['pieces of two brackets', formOf('d', '⎝⎡')],
  ['letters of a font that is not known', inFont('Typewriter', 'x')],
  ['other letters of one that is', inFont('AMS', 'ж')],
  ['a stroke that is not known', `${stroke}0 0 9 9;none;M0 0h9v9z${stroke}`],
  ['a line of a fraction', `${stroke}line${stroke}`],
])('%s stay as they are, which is the form of no formula', (_, seen) => {
  expect(settledForm(seen)).toBe(seen)
})

test.each([
  ['beside signs', `a${line}b`, `a${piece}b`],
  ['alone', formOf('d', line), formOf('d', piece)],
  ['at a sign', formOf('d', `x${line}`), formOf('d', `x${piece}`)],
])('a line as between two pieces of a bracket is something where it stands %s', (_, seen, form) => {
  expect(settledForm(seen)).toBe(form)
})
