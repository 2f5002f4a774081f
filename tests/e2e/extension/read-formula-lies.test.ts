import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawFormula, openFormulas, stackedAt } from '../../support/draw-formulas.ts'

// What only one thing of a drawn formula tells: a sign, a place, a size, or a stroke that is not what its source says.

let formulas: Awaited<ReturnType<typeof openFormulas>>

beforeAll(async () => {
  formulas = await openFormulas()
})

afterAll(() => formulas.close())

const cases = '\\begin{cases}1&x\\\\0&y\\\\2&z\\end{cases}'
const piece = '.mult .vlist > span > span { position: relative } .mult .vlist > span'

test.each([
  ['a sign below the line', 'a=b+1', '.mbin { position: relative; top: 0.4em }'],
  ['a small sign', 'a=b+1', '.mbin { font-size: 0.8em }'],
  ['a large sign', 'a=b+1', '.mbin { font-size: 1.3em }'],
  ['digits that are parted', 'x=23', '.mord { letter-spacing: 1em }'],
  ['a space that is none', '2\\ 3', '.mspace { margin-right: -0.25em !important }'],
  ['signs of no size', 'x', '.katex-html { font-size: 0 }'],
  [
    'its denominator far away',
    '\\frac{a}{b}',
    stackedAt('.mfrac', ['-0.9em', '-3.23em', '-3.677em']),
  ],
  [
    'its numerator far away',
    '\\frac{a}{b}',
    stackedAt('.mfrac', ['-2.314em', '-3.23em', '-5.6em']),
  ],
  ['a shorter line', '\\frac{a+b}{c+d}', '.frac-line { width: 60% !important; margin-left: 20% }'],
  ['a dotted line', '\\frac{a}{b}', '.frac-line { border-bottom-style: dotted !important }'],
  ['a thick line', '\\frac{a}{b}', '.frac-line { border-bottom-width: 0.3em !important }'],
  ['a second line', '\\frac{a}{b}', '.frac-line { border-top: 1px solid !important }'],
  ['a line at its end', '\\frac{a}{b}', '.frac-line { border-left: 1px solid !important }'],
  ['a high line', '\\overline{x}', '.overline-line { height: 1em !important }'],
  ['a line over less', '\\overline{abcd}', '.overline-line { width: 70% !important; left: 15% }'],
  [
    'its numerator at the side',
    '\\frac{a}{b+c+d}',
    '.mfrac .vlist > span:nth-child(3) { text-align: left }',
  ],
  [
    'a large numerator',
    '\\frac{a}{b+c+d}',
    '.mfrac .vlist > span:nth-child(3) .mord { font-size: 1.3em }',
  ],
  ['a large exponent', 'x^2', '.msupsub .katex-sizing { font-size: 1em !important }'],
  ['its exponent behind it', 'x^2', '.msupsub { margin-left: 1em }'],
  ['its exponent over it', 'x^2', '.msupsub { margin-left: -0.9em }'],
  ['its exponent far above', 'x^2', '.msupsub { position: relative; top: -2.5em }'],
  ['its index far below', 'x_2', '.msupsub { position: relative; top: 2.5em }'],
  ['its exponent in its index', 'x_f^y', stackedAt('.msupsub', ['-2.63em', '-2.93em'])],
  [
    'its exponent at its lower half',
    '{\\dfrac{\\dfrac{\\dfrac{a}{b}}{c}}{d}}^2',
    '.msupsub { position: relative; top: 2.2em }',
  ],
  [
    'the index of its root before it',
    '\\sqrt[3]{x}',
    '.katex-root { position: relative; left: -1em }',
  ],
  [
    'the index of its root above it',
    '\\sqrt[3]{x}',
    '.katex-root { position: relative; top: -1.5em }',
  ],
  ['a line at its root', '2\\sqrt{x}+1', '.hide-tail svg { border-left: 1px solid }'],
  ['a line at its arrow', '\\vec{a}', '.accent-body svg { border-top: 1px solid }'],
  [
    'rows far away',
    '\\begin{matrix}a\\\\b\\end{matrix}',
    stackedAt('.mtable', ['-8em', '-2.41em']),
  ],
  [
    'rows on one another',
    '\\begin{matrix}a\\\\b\\end{matrix}',
    stackedAt('.mtable', ['-3em', '-2.7em']),
  ],
  [
    'a bracket in pieces',
    cases,
    `${piece}:last-child > span { top: -1em } ${piece}:first-child > span { top: 1em }`,
  ],
  ['a bracket with a piece beside it', cases, `${piece}:last-child > span { left: -0.7em }`],
  ['a box elsewhere', '\\boxed{x}', '.fbox { top: 1em; position: relative }'],
  ['a box of more', '\\boxed{x}', '.boxpad { padding: 0 3em !important }'],
  ['a stroke above its sign', 'a\\neq b', '.rlap { position: relative; top: -1.2em }'],
  ['a stroke above another sign', 'x\\notin A', '.llap { position: relative; top: -1.2em }'],
])('a formula that a style sheet draws with %s is not the same', async (_, tex, style) => {
  expect(await formulas.compare(tex, drawFormula(tex))).toBe('same')
  expect(await formulas.compare(tex, drawFormula(tex), style)).not.toBe('same')
})

/** In what is drawn, which stands behind what is kept. */
const inDrawn = (from: string | RegExp, to: string) => (html: string) => {
  const at = html.indexOf('katex-html')
  return html.slice(0, at) + html.slice(at).replace(from, () => to)
}
const without = (from: string | RegExp) => inDrawn(from, '')

const drawnAs = (drawn: string) => (html: string) =>
  html.replace(
    /(<span class="katex-html"[^>]*>).*$/s,
    (_, start: string) => `${start}${drawn}</span></span></span>`,
  )

/** One more above the others of a stack. */
const more = (of: string, top: string, sign: string) => (html: string) => {
  const end = '</span><span class="vlist-s">'
  const at = html.indexOf(end, html.indexOf(of, html.indexOf('katex-html')))
  const row = `<span style="top: ${top}"><span class="pstrut" style="height: 3em"></span>${sign}</span>`
  return html.slice(0, at) + row + html.slice(at)
}
const small = (sign: string) => `<span class="katex-sizing reset-size6 size3">${sign}</span>`

const letter = (name: string) => `<span class="mord mathnormal">${name}</span>`
const fracLine = /<span class="frac-line"[^>]*><\/span>/
const box = /<span class="katex-stretchy fbox"[^>]*><\/span>/
const indexOfRoot = /<span style="top:-2.895em;">.*?3<\/span><\/span><\/span><\/span>/

test.each([
  ['nothing', 'x', drawnAs('')],
  ['an exponent of nothing', 'x^2', without(letter('x'))],
  ['a third script', 'x_1^2', more('msupsub', '-3.9em', small('3'))],
  [
    'its line alone',
    '\\frac{a}{b}',
    (html: string) => without(letter('a'))(without(letter('b'))(html)),
  ],
  ['a sign for its line', '\\frac{a}{b}', inDrawn(fracLine, '<span class="mord">+</span>')],
  ['more above it', '\\frac{a}{b}', more('mfrac', '-4.6em', 'c')],
  ['two limits above', '\\sum^{n} i', more('op-limits', '-4.9em', small('k'))],
  ['a third limit', '\\sum_{i}^{n} i', more('op-limits', '-5.2em', small('k'))],
  ['more above its root', '\\sqrt{x}', more('sqrt', '-4em', 'y')],
  [
    'more above the index of its root',
    '\\sqrt[3]{x}',
    (html: string) =>
      html.replace(indexOfRoot, (row) => row + row.replace('-2.895em', '-4em').replace('3<', '1<')),
  ],
  ['no root', '\\sqrt{x}', without(/<svg.*?<\/svg>/s)],
  [
    'a block for its root',
    '\\sqrt{x}',
    (html: string) =>
      html.replace(/<path d="([^"]*)"(?:\/>|><\/path>)/, (_, path: string) => {
        const style = `stroke: none; d: path("${path.replaceAll('\n', ' ')}")`
        return `<rect width="9" height="9" style='${style}'/>`
      }),
  ],
  ['more above its line', '\\underline{x}', more('underline', '-4em', 'y')],
  ['no accent', '\\hat{x}', without('<span class="mord">^</span>')],
  ['more above its box', '\\boxed{x}', more('katex-base', '-4.6em', 'y')],
  ['no box', '\\boxed{x}', without(box)],
  ['a sign for its box', '\\boxed{x}', inDrawn(box, '<span class="mord">y</span>')],
  ['no stack', '\\frac{a}{b}', (html: string) => html.replaceAll('"vlist"', '"list"')],
  [
    'what its form is written in',
    '\\frac{a}{b}',
    drawnAs('<span class="mord">\uE030fa\uE031b\uE032</span>'),
  ],
])('a formula that is drawn with %s is not the same', async (_, tex, alter) => {
  expect(alter(drawFormula(tex))).not.toBe(drawFormula(tex))
  expect(await formulas.compare(tex, drawFormula(tex))).toBe('same')
  expect(await formulas.compare(tex, alter(drawFormula(tex)))).not.toBe('same')
})

const svg = (box: string, path: string, style: string) =>
  `<span class="mord"><svg viewBox="${box}" preserveAspectRatio="xMinYMin" style="position: static; display: inline-block; ${style}"><path d="${path}"/></svg></span>`
const bar = (height: number, width: number) => {
  const line = `M90 0 H${90 + width} V${height} H90z`
  const size = `width: 0.3em; height: ${height / 1000}em; vertical-align: ${0.25 - height / 2000}em`
  return svg(`0 0 300 ${height}`, `${line} ${line}`, size)
}
const bordered = (style: string) =>
  `<span class="mord" style="display: inline-block; width: 2em; ${style}"></span>`

test('a box of a drawing that has the form of more in it is nothing that is known', async () => {
  const path = /viewBox="0 0 471 714".*?d="([^"]*)"/s.exec(drawFormula('\\vec{a}'))?.[1] ?? ''
  const size = 'width: 2em; height: 0.714em'
  const arrow = svg('0 0 471 714', path, size)
  expect(await formulas.compare('\\to', drawnAs(arrow)(drawFormula('\\to')))).toBe('same')
  const all = `0 0 471 714;xMinYMin;${path}\uE035b\uE0350 0 471 714`
  const html = drawnAs(svg(all, path, size))(drawFormula('\\to b\\to'))
  expect(await formulas.compare('\\to b\\to', html)).not.toBe('same')
})

test.each([
  ['a line in the place of its name', 'line', bordered('border-bottom: 1px solid')],
  ['a box in the place of its name', 'box', bordered('height: 1em; border: 1px solid')],
  ['a line behind it, as between two pieces of a bracket', 'ab', `${letter('ab')}${bar(1000, 40)}`],
  ['a line like a digit behind it', '5', `<span class="mord">5</span>${bar(700, 100)}`],
])('a formula that is drawn as %s is not the same', async (_, tex, drawn) => {
  expect(await formulas.compare(tex, drawFormula(tex))).toBe('same')
  expect(await formulas.compare(tex, drawnAs(drawn)(drawFormula(tex)))).not.toBe('same')
})
