import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import katex from 'katex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareTexts } from '../../../extension/text/compare-texts.ts'
import type { Comparison } from '#shared/judge/state/comparison.ts'
import { openDrawing, type Drawing } from '../../support/read-drawn.ts'

// Formulas: what is seen of them, and what a page could make of them.

let drawing: Drawing

beforeAll(async () => {
  drawing = await openDrawing()
})

afterAll(() => drawing.close())

const sheet = readFileSync(fileURLToPath(import.meta.resolve('katex/dist/katex.min.css')), 'utf8')
const formula = (tex: string, displayMode = false) => katex.renderToString(tex, { displayMode })

async function compareDrawn(signed: string, html: string, style = ''): Promise<Comparison> {
  const [shown = ''] = await drawing.readAll([html], `${sheet}${style}`)
  return compareTexts(signed, shown)
}

const but = (of: Partial<Record<'formulas' | 'code' | 'capitals', number>>) => ({
  but: { formulas: 0, code: 0, capitals: 0, ...of },
})

test.each([
  ['$…$', '$A = \\pi r^2$', 'A = \\pi r^2', false],
  ['\\(…\\)', '\\(\\frac{a}{b} + 10\\)', '\\frac{a}{b} + 10', false],
  ['$$…$$', '\n\n$$\nE = m c^2\n$$\n\n', 'E = m c^2', true],
  ['\\[…\\]', '\n\n\\[ x_1 \\leq 5 - \\alpha_{10} \\]\n\n', 'x_1 \\leq 5 - \\alpha_{10}', true],
  ['a fraction of its own', '\n\n$$\\frac{a+b}{2}$$\n\n', '\\frac{a+b}{2}', true],
  ['both scripts', '$x_i^2$', 'x_i^2', false],
  ['a root', '\n\n$$\nE = m c^2 + \\sqrt{x}\n$$\n\n', 'E = m c^2 + \\sqrt{x}', true],
  ['a root of more', '$\\sqrt{x^2 + 1} - 1$', '\\sqrt{x^2 + 1} - 1', false],
  ['a high root', '\n\n$$\\sqrt{x^2+1}$$\n\n', '\\sqrt{x^2+1}', true],
  ['a root of a fraction', '$a\\sqrt{\\frac{a}{b}}$', 'a\\sqrt{\\frac{a}{b}}', false],
  ['a root of a sign', '$2\\sqrt x+1$', '2\\sqrt x+1', false],
  ['a sum', '$\\sum_{i=1}^n x_i$', '\\sum_{i=1}^n x_i', false],
])(
  '%s: a formula of signs that is drawn as it was written is the same',
  async (_, tex, source, isDisplay) => {
    const html = `<p>It is ${formula(source, isDisplay)} for us.</p>`
    expect(await compareDrawn(`It is ${tex} for us.`, html)).toBe('same')
  },
)

test('of a formula that is more than signs only the words around it are the same', async () => {
  const tex = 'E + \\cancel{x} + \\int_0^1 x'
  const html = `<p>It is ${formula(tex)} and ${formula('a^2')}.</p>`
  expect(await compareDrawn(`It is $${tex}$ and $a^2$.`, html)).toEqual(but({ formulas: 1 }))
  expect(await compareDrawn(`It is not $${tex}$ and $a^2$.`, html)).toBe('unsure')
})

test.each([
  ['a picture', '.mord { background: url("data:image/svg+xml,<svg/>") }'],
  [
    'a picture as a border',
    '.mord { border: 9px solid; border-image: url("data:image/svg+xml,<svg/>") }',
  ],
  ['words as of a list', '.mord { display: list-item; list-style: "no other" inside }'],
])('in a formula that is not compared %s is not passed over', async (_, style) => {
  const tex = 'E + \\cancel{x}'
  const html = `<p>It is ${formula(tex)}.</p>`
  expect(await compareDrawn(`It is $${tex}$.`, html)).toEqual(but({ formulas: 1 }))
  expect(await compareDrawn(`It is $${tex}$.`, html, style)).toBe('unsure')
})

/** What is drawn stands behind what is kept. */
function last(html: string, from: string, to: string): string {
  const at = html.lastIndexOf(from)
  return html.slice(0, at) + to + html.slice(at + from.length)
}

/** What a page keeps is the signed formula; what it draws is not. */
const kept = formula('a = b^2 + 10')
const signed = 'It is $a = b^2 + 10$ for us.'
test.each([
  ['another number', (html: string) => last(html, '>10<', '>90<'), ''],
  ['numbers that changed places', (html: string) => last(html, '>10<', '>01<'), ''],
  ['a sign more', (html: string) => last(html, '>10<', '>10−<'), ''],
  ['a sign less', (html: string) => last(html, '>10<', '><'), ''],
  ['a word', (html: string) => last(html, '>10<', '>10 or more<'), ''],
  [
    'words beside it',
    (html: string) => html.replace('<span class="katex-html"', 'not <span class="katex-html"'),
    '',
  ],
  ['a picture', (html: string) => last(html, '>10<', '>10<img src="data:," alt=""><'), ''],
  ['a hidden sign', (html: string) => last(html, '>10<', '><i hidden>10</i><'), ''],
  ['another formula', () => formula('a = b^3 + 10').replace('b^3', 'b^2'), ''],
  ['a formula of its own', () => formula('a = b^3 + 10'), ''],
  [
    'an exponent on the line',
    (html: string) => html,
    '.vlist > span { top: -2.7em !important } .sizing { font-size: 1em !important }',
  ],
  ['an exponent below it', (html: string) => html, '.vlist > span { top: -2.2em !important }'],
  ['a sign over another', (html: string) => html, '.mrel { margin-left: -1.2em }'],
  ['a sign far away', (html: string) => html, '.mrel { margin-left: 40em }'],
  [
    'signs in another order',
    (html: string) => html,
    '.katex-html > span { display: inline-flex !important; flex-direction: row-reverse }',
  ],
  ['signs of no colour', (html: string) => html, '.mbin { color: transparent }'],
  ['signs that are not opaque', (html: string) => html, '.mbin { opacity: 0.05 }'],
  ['signs that are struck', (html: string) => html, '.mrel { text-decoration: line-through }'],
  ['signs with a line', (html: string) => html, '.mrel { border-left: 1px solid }'],
  [
    'signs in a mirror',
    (html: string) => html,
    '.mrel { display: inline-block; transform: scaleX(-1) }',
  ],
  [
    'signs that are painted over',
    (html: string) => html,
    '.mrel { background-image: linear-gradient(red, red) }',
  ],
  ['more in a style sheet', (html: string) => html, '.mrel::after { content: "/" }'],
  [
    'more beside what is for screen readers',
    (html: string) => html,
    '.katex-mathml::after { content: "not"; position: fixed; left: 0; top: 0 }',
  ],
  [
    'what is for screen readers, fixed to the window',
    (html: string) => html,
    '.katex-mathml annotation { position: fixed; left: 0; top: 0 } .katex-mathml { clip: auto !important }',
  ],
  ['signs drawn twice', (html: string) => html, '.mord { text-shadow: 0.6em 0 black }'],
  ['signs that are blended', (html: string) => html, '.mbin { mix-blend-mode: screen }'],
  [
    'signs that are turned',
    (html: string) => html,
    '.mord { display: inline-block; rotate: 180deg }',
  ],
  [
    'signs that are scaled away',
    (html: string) => html,
    '.mord { display: inline-block; scale: 0.01 }',
  ],
  [
    'signs that are cut off',
    (html: string) => html,
    '.katex-html > span { display: inline-block !important; overflow: hidden; width: 0.7em !important }',
  ],
  [
    'what is for screen readers',
    (html: string) => html,
    '.katex-mathml { position: static !important; clip: auto !important; width: auto !important; height: auto !important }',
  ],
])('a formula that is drawn with %s is not the same', async (_, alter, style) => {
  const html = (one: string) => `<p>It is ${one} for us.</p>`
  expect(await compareDrawn(signed, html(kept))).toBe('same')
  const as = await compareDrawn(signed, html(alter(kept)), style)
  expect(as).not.toBe('same')
  // Whatever letters it has, they are those that were signed.
  if (typeof as === 'object') expect(as).toEqual(but({ formulas: 1 }))
})

test.each([
  ['words of other letters', 'нет', ''],
  ['more letters than its commands', 'αβγδ', ''],
  ['words of a style sheet', 'π', '.mord::after { content: "not" }'],
])('of a formula that is more than signs %s are not passed over', async (_, letters, style) => {
  const one = formula('\\cancel{x} + \\pi')
  const html = (drawn: string) => `<p>It is ${last(one, '>π<', `>${drawn}<`)} so.</p>`
  const text = 'It is $\\cancel{x} + \\pi$ so.'
  expect(await compareDrawn(text, html('π'))).toEqual(but({ formulas: 1 }))
  expect(await compareDrawn(text, html(letters), style)).toBe('unsure')
})

const ofRoot = formula('2\\sqrt{x}+1')
const path = /<path d="[^"]*"/
test.each([
  ['a longer line', (html: string) => html, '.hide-tail { width: 300% !important }'],
  ['a shorter line', (html: string) => html, '.hide-tail { width: 60% !important }'],
  ['a root elsewhere', (html: string) => html, '.hide-tail { left: 2em }'],
  ['a root below it', (html: string) => html, '.hide-tail { top: 1em }'],
  ['no root', (html: string) => html.replace(/<svg.*?<\/svg>/s, ''), ''],
  ['a hidden root', (html: string) => html, '.hide-tail svg { visibility: hidden }'],
  ['a root of no ink', (html: string) => html, '.hide-tail svg path { fill: none }'],
  ['a root of clear ink', (html: string) => html, '.hide-tail svg path { fill: transparent }'],
  ['a pale root', (html: string) => html, '.hide-tail svg { opacity: 0.1 }'],
  ['a thick root', (html: string) => html, '.hide-tail svg path { stroke: red !important }'],
  ['a moved root', (html: string) => html, '.hide-tail svg path { transform: scaleX(-1) }'],
  ['a turned root', (html: string) => html, '.hide-tail svg { rotate: 180deg }'],
  ['a root that is let out', (html: string) => html, '.hide-tail svg { overflow: visible }'],
  ['another sign', (html: string) => html.replace(path, '<path d="M0,0h900v900z"'), ''],
  [
    'another sign of a style sheet',
    (html: string) => html,
    '.hide-tail svg path { d: path("M0 0h900v900z") }',
  ],
  [
    'two signs',
    (html: string) =>
      html
        .replace('</path>', '</path><path d="M0,0h900v900z"></path>')
        .replace(/(<path d="[^"]*")\/>/, '$1/><path d="M0,0h900v900z"/>'),
    '',
  ],
  ['a sign in another box', (html: string) => html.replace('0 0 400000 1080', '0 0 4000 1080'), ''],
  ['a sign that is stretched', (html: string) => html.replace('xMinYMin slice', 'none'), ''],
  [
    'a root that is cut off',
    (html: string) => html,
    '.sqrt { display: inline-block; height: 2px; overflow: hidden }',
  ],
  ['a root over another sign', (html: string) => html, '.sqrt { margin-left: -0.6em }'],
  [
    'a root of more',
    (html: string) =>
      html.replace(
        /<span class="katex-html".*$/s,
        /<span class="katex-html".*$/s.exec(formula('2\\sqrt{x+1}'))?.[0] ?? '',
      ),
    '',
  ],
])('a formula that is drawn with %s is not the same', async (_, alter, style) => {
  const text = 'It is $2\\sqrt{x}+1$ for us.'
  const html = (one: string) => `<p>It is ${one} for us.</p>`
  expect(await compareDrawn(text, html(ofRoot))).toBe('same')
  expect(await compareDrawn(text, html(alter(ofRoot)), style)).not.toBe('same')
})

test('a fraction without its line, and a pair of scripts with one, are not the same', async () => {
  const html = `<p>It is ${formula('\\frac{a}{b}')} then.</p>`
  const text = 'It is $\\frac{a}{b}$ then.'
  expect(await compareDrawn(text, html)).toBe('same')
  expect(await compareDrawn(text, html, '.frac-line { border: 0 !important }')).toEqual(
    but({ formulas: 1 }),
  )
})

test('sums of money are no formula, whatever a page draws of them', async () => {
  const html = `<p>It is ${formula('5 and ')}10.</p>`
  expect(await compareDrawn('It is $5 and $10.', html)).toBe('unsure')
  expect(await compareDrawn('It is $5$ now.', `<p>It is ${formula('5')} now.</p>`)).toBe('unsure')
})

const sign = fc.constantFrom(
  'a',
  'b',
  'x',
  '1',
  '2',
  '+',
  '-',
  '=',
  '\\pi ',
  '\\alpha ',
  '^2',
  '_i',
  '^{10}',
  '\\frac{a}{2}',
  '\\sqrt{a}',
  '\\sqrt{x+b^2}',
  '\\sqrt{\\frac{a}{2}}',
  '\\sum ',
  '(',
  ')',
)
const tex = fc.array(sign, { minLength: 1, maxLength: 8 }).map((signs) => `x${signs.join('')}`)

test('of two formulas that differ the one that is drawn is never taken for the one that is kept', async () => {
  const pairs = fc
    .sample(fc.tuple(tex, tex), { numRuns: 300, seed: 5 })
    .filter(([one, other]) => one !== other && draws(one) !== null && draws(other) !== null)
    .filter(
      ([one, other]) =>
        draws(one)?.replace(/<annotation.*?<\/annotation>/, '') !==
        draws(other)?.replace(/<annotation.*?<\/annotation>/, ''),
    )
  expect(pairs.length).toBeGreaterThan(50)
  const html = pairs.map(([one, other]) => {
    const [annotation = ''] = /<annotation.*?<\/annotation>/.exec(draws(one) ?? '') ?? []
    return `<p>It is ${(draws(other) ?? '').replace(/<annotation.*?<\/annotation>/, () => annotation)} so.</p>`
  })
  const shown = await drawing.readAll(html, sheet)
  const same = pairs.filter(
    ([one], at) => compareTexts(`It is \\(${one}\\) so.`, shown[at] ?? '') === 'same',
  )
  expect(same).toEqual([])
})

function draws(source: string): string | null {
  try {
    return formula(source)
  } catch {
    return null
  }
}
