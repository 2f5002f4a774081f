import { expect, test } from 'vitest'
import { formMarks, formOf } from '../../../extension/text/form-marks.ts'
import { formulaForm } from '../../../extension/text/formula-form.ts'

const { cell, font } = formMarks
const bold = (sign: string) => `${font}B${font}${sign}`
const double = (sign: string) => `${font}D${font}${sign}`

test.each([
  ['signs in their order, without spaces', 'a + b = 10', 'a+b=10'],
  ['a minus', 'a-b', 'a−b'],
  ['commands for signs', '\\alpha \\leq \\pi', 'α≤π'],
  ['room that is no sign', 'a\\,b\\quad c', 'abc'],
  ['braces that are not drawn', '{a}{b}', 'ab'],
  ['an exponent', 'x^2', `x${formOf('s', '', '2')}`],
  ['an index', 'x_{10}', `x${formOf('s', '10', '')}`],
  ['both, in one order or the other', 'x^2_i', `x${formOf('s', 'i', '2')}`],
  ['primes', "f''", `f${formOf('s', '', '′′')}`],
  ['a prime and an exponent', "f'^2", `f${formOf('s', '', '′2')}`],
  ['a fraction', '\\frac{a}{b}', formOf('f', 'a', 'b')],
  ['one of single signs', '\\frac12', formOf('f', '1', '2')],
  ['one of another size', '\\dfrac{a}{b}', formOf('f', 'a', 'b')],
  ['two above one another', '\\binom{n}{k}', `(${formOf('b', 'n', 'k')})`],
  ['a root', '\\sqrt{x}', formOf('r', 'x', '')],
  ['which root', '\\sqrt[3]{x}', formOf('r', 'x', '3')],
  ['an accent', '\\hat{x}', formOf('a', 'x', '^')],
  ['a wide one', '\\overline{ab}', formOf('a', 'ab', '¯')],
  ['something above', '\\overset{a}{b}', formOf('l', 'b', '', 'a')],
  ['something below', '\\underset{a}{b}', formOf('l', 'b', 'a', '')],
  ['a sum with its limits', '\\sum\\limits_{i}^{n}', `∑${formOf('s', 'i', 'n')}`],
  ['words with their spaces', '\\text{if so}', 'if so'],
  ['the name of a function', '\\operatorname{rank}', 'rank'],
  ['bold letters', '\\mathbf{x1}+', `${bold('x')}${bold('1')}+`],
  ['letters with a double stroke', '\\mathbb{R}', double('R')],
  ['brackets of any size', '\\left(\\frac{a}{b}\\right)', `(${formOf('f', 'a', 'b')})`],
  ['a bracket that is not drawn', '\\left.a\\right|', 'a|'],
  ['a box', '\\boxed{x}', formOf('x', 'x')],
  [
    'a matrix',
    '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}',
    `(${formOf('t', `a${cell}b`, `c${cell}d`)})`,
  ],
  ['cases', '\\begin{cases}1&x\\\\0\\end{cases}', `{${formOf('t', `1${cell}x`, '0')}`],
  [
    'lines, however they are aligned',
    '\\begin{aligned}a&=1\\\\b&=2\\\\\\end{aligned}',
    formOf('t', 'a=1', 'b=2'),
  ],
  [
    'a table in a table',
    '\\begin{matrix}a&\\begin{matrix}b\\\\c\\end{matrix}\\end{matrix}',
    formOf('t', `a${cell}${formOf('t', 'b', 'c')}`),
  ],
])('%s: the form is what is seen of a formula', (_, tex, form) => {
  expect(formulaForm(tex)).toBe(form)
})

test.each([
  ['ab', 'ba'],
  ['x^2', 'x_2'],
  ['x^{ab}', 'x^ab'],
  ['x^{a^b}', 'x^{ab}'],
  ['\\frac{a}{b}', '\\frac{b}{a}'],
  ['\\frac{a}{b}', '\\binom{a}{b}'],
  ['\\sqrt[3]{x}', '3\\sqrt{x}'],
  ['\\overline{ab}', '\\overline{a}b'],
  ['\\overline{x}', '\\underline{x}'],
  ['\\mathbb{R}', 'R'],
  ['\\text{not able}', '\\text{notable}'],
  ['\\begin{matrix}1&2\\end{matrix}', '\\begin{matrix}12\\end{matrix}'],
  ['\\begin{matrix}a&b\\\\c&d\\end{matrix}', '\\begin{matrix}a&c\\\\b&d\\end{matrix}'],
])('%s and %s look otherwise, and have two forms', (one, other) => {
  expect(formulaForm(one)).not.toBeNull()
  expect(formulaForm(one)).not.toBe(formulaForm(other))
})

test.each([
  ['a command that is not known', '\\cancel{x}'],
  ['one that defines others', '\\def\\a{b}\\a'],
  ['a brace that is not closed', '{a'],
  ['a brace that was not opened', 'a}'],
  ['one before others', 'a}{b'],
  ['an option that does not end', '\\sqrt[3{x}'],
  ['an argument that is not there', '\\frac{a}'],
  ['scripts of nothing', '^2'],
  ['scripts of what has some', '{x^2}^3'],
  ['two exponents', 'x^2^3'],
  ['two indices', 'x_2_3'],
  ['a comment', 'a%b'],
  ['a parameter', 'a#1'],
  ['a cell without a table', 'a&b'],
  ['an environment that is not known', '\\begin{tikz}a\\end{tikz}'],
  ['one that ends otherwise', '\\begin{matrix}a\\end{pmatrix}'],
  ['one that does not end', '\\begin{matrix}a'],
  ['a matrix with a cell less', '\\begin{matrix}a&b\\\\c\\end{matrix}'],
  ['a matrix with an empty cell', '\\begin{matrix}a&\\\\c&d\\end{matrix}'],
  ['columns with a line', '\\begin{array}{c|c}a&b\\end{array}'],
  ['a bracket that is drawn otherwise', '\\left<a\\right>'],
  ['signs of its own marks', `a${formMarks.open}b`],
  ['letters of no font', '\\mathbf{ж}'],
])('%s: there is no form of a formula with anything that is not known', (_, tex) => {
  expect(formulaForm(tex)).toBeNull()
})

test('a formula that is nested deeper than anybody writes has no form, and ends nothing', () => {
  const deep = 200_000
  expect(formulaForm(`${'{'.repeat(deep)}a${'}'.repeat(deep)}`)).toBeNull()
})
