import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareTexts } from '../../../extension/text/compare-texts.ts'
import { drawMathjax, loadMathjax, type MathjaxVersion } from '../../support/draw-mathjax.ts'
import { ordinaryFormulas } from '../../support/ordinary-formulas.ts'
import { openDrawing, type Drawing } from '../../support/read-drawn.ts'

// Formulas as the real MathJax draws them in letters, and what a page could make of those.

const said = (html: string) => `<p>It is ${html} so.</p>`
const signed = (tex: string) => `It is \\(${tex}\\) so.`
const image = `url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>")`
const butOne = { but: { formulas: 1, code: 0, capitals: 0 } }

/** MathJax draws tall brackets and long lines in pieces, which it stretches and cuts off. */
const inPieces: ReadonlySet<string> = new Set([
  String.raw`\begin{bmatrix} 1 & 0 & 0 \\ 0 & 1 & 0 \\ 0 & 0 & 1 \end{bmatrix}`,
  String.raw`\begin{vmatrix} a & b \\ c & d \end{vmatrix} = ad - bc`,
  String.raw`A = \begin{pmatrix} 1 & 2 & 3 \\ 4 & 5 & 6 \\ 7 & 8 & 9 \end{pmatrix}`,
  String.raw`\begin{cases} x + y = 3 \\ 2x - y = 0 \\ z = 1 \end{cases}`,
  String.raw`\left| \frac{a}{b} \right| \le 1`,
  String.raw`\overline{AB}`,
  String.raw`\underline{x}`,
])

describe.each<MathjaxVersion>([3, 4])('MathJax %i', (version) => {
  let drawing: Drawing

  beforeAll(async () => {
    drawing = await openDrawing()
    await loadMathjax(drawing.page, version)
  })

  afterAll(() => drawing.close())

  async function draw(tex: string, isDisplay = true): Promise<string> {
    const [html = ''] = await drawMathjax(drawing.page, [tex], isDisplay)
    return html
  }

  async function compare(text: string, html: string, style = '') {
    const [shown = ''] = await drawing.readAll([html], style)
    return compareTexts(text, shown)
  }

  test.each([
    ['displayed', true],
    ['in a line', false],
  ])('an ordinary formula, %s, is the same, or not compared', async (_, isDisplay) => {
    const drawn = await drawMathjax(drawing.page, ordinaryFormulas, isDisplay)
    const shown = await drawing.readAll(drawn.map(said))
    const found = ordinaryFormulas.map((tex, at) => [
      tex,
      compareTexts(signed(tex), shown[at] ?? ''),
    ])
    expect(found).toEqual(ordinaryFormulas.map((tex) => [tex, inPieces.has(tex) ? butOne : 'same']))
  })

  test.each([
    ['another number', '\\int_0^1 x', '\\int_0^2 x'],
    ['limits that changed places', '\\int_0^1 x', '\\int_1^0 x'],
    ['limits of a sum that changed places', '\\sum_{i=1}^{n} i', '\\sum_{n}^{i=1} i'],
    ['another sign of many', '\\sum_{i=1}^{n} i', '\\prod_{i=1}^{n} i'],
    ['its numerator below', '\\frac{a}{b}', '\\frac{b}{a}'],
    ['a fraction of more', '1+\\frac{a}{b}', '\\frac{1+a}{b}'],
    ['a line between two', '\\binom{n}{k}', '\\left(\\frac{n}{k}\\right)'],
    ['another root', '\\sqrt[3]{x}', '\\sqrt[4]{x}'],
    ['a factor for its index', '\\sqrt[3]{x}', '3\\sqrt{x}'],
    ['a root of more', '\\sqrt{x}+1', '\\sqrt{x+1}'],
    [
      'a matrix on its side',
      '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}',
      '\\begin{pmatrix}a&c\\\\b&d\\end{pmatrix}',
    ],
    ['another accent', '\\hat{x}', '\\bar{x}'],
    ['no arrow', '\\vec{a}', 'a'],
    ['other letters', '\\mathbb{R}', 'R'],
    ['letters that are not bold', '\\mathbf{x}', 'x'],
    ['no stroke', 'a \\neq b', 'a = b'],
    ['an exponent in its brackets', '(a)^2', '(a^2)'],
    ['an index for an exponent', 'x_2', 'x^2'],
    ['an exponent of an exponent', 'x^{a^b}', 'x^{ab}'],
    ['a box around less', '\\boxed{x = 4}', 'x = \\boxed{4}'],
  ])('a formula that is drawn with %s is not the same', async (_, kept, drawn) => {
    expect(await compare(signed(kept), said(await draw(kept)))).toBe('same')
    expect(await compare(signed(kept), said(await draw(drawn)))).not.toBe('same')
  })

  test.each([
    ['signs of no colour', 'mjx-mo { color: transparent }'],
    ['signs of the colour of the page', 'mjx-mo { color: #fff }'],
    ['all signs of the colour of the page', 'mjx-container { color: #fff }'],
    ['a line of the colour of the page', 'mjx-line { border-color: #fff }'],
    ['signs that are hidden', 'mjx-mo { visibility: hidden }'],
    ['signs that are not opaque', 'mjx-mo { opacity: 0.05 }'],
    ['signs that are struck', 'mjx-mo { text-decoration: line-through }'],
    ['signs in a mirror', 'mjx-mo { transform: scaleX(-1) }'],
    ['more behind each sign', 'mjx-c::after { content: "!" }'],
    ['more before what it is of', 'mjx-mfrac::before { content: "not" }'],
    ['a sign in the place of another', 'mjx-c.mjx-c3D::before { content: "<" !important }'],
    ['more in the place of a sign', 'mjx-c.mjx-c3D::before { content: "= not" !important }'],
    ['half of each sign', 'mjx-c { clip-path: inset(0 0 60% 0) !important }'],
    ['signs that are cut off', 'mjx-c { overflow: hidden !important; width: 1px }'],
    ['an exponent on the line', 'mjx-script { vertical-align: 0 !important }'],
    ['an exponent as large as the line', '[size="s"] { font-size: 100% !important }'],
    ['a numerator below', 'mjx-num { position: relative; top: 3em }'],
    ['a sign over another', 'mjx-mo { margin-left: -1.2em !important }'],
    ['a sign far away', 'mjx-mo { margin-left: 40em !important }'],
    ['no line', 'mjx-line { border: 0 !important }'],
    ['signs painted over', 'mjx-mo { background: linear-gradient(red, red) }'],
  ])('a formula that a style sheet draws with %s is not the same', async (_, style) => {
    const tex = 'x^2 = \\frac{a}{b}'
    const html = said(await draw(tex))
    expect(await compare(signed(tex), html)).toBe('same')
    expect(await compare(signed(tex), html, style)).not.toBe('same')
  })

  if (version === 3) {
    test.each([
      ['raised within their boxes', 'margin-top: -1em; margin-bottom: 1em'],
      ['beside their boxes', 'margin-left: 2em; margin-right: -2em'],
      ['hidden', 'visibility: hidden'],
      ['clear', 'color: transparent'],
      ['of the colour of the page', 'color: #fff'],
      ['too small', 'font-size: 1px'],
      ['in a row with nothing', 'display: inline-block; vertical-align: 1em'],
      ['moved', 'position: relative; left: 2em'],
      ['behind a border', 'border-left: 1em solid #fff; margin-left: -1em'],
    ])('letters of a style sheet that are %s are not the same', async (_, style) => {
      const tex = 'x^2 = \\frac{a}{b}'
      const html = said(await draw(tex))
      const rule = `mjx-msup > mjx-mi mjx-c::before { ${style} }`
      expect(await compare(signed(tex), html)).toBe('same')
      expect(await compare(signed(tex), html, rule)).not.toBe('same')
    })
  }

  test('of a formula in pieces only the words around it are the same', async () => {
    const tex = '\\begin{bmatrix} 1 \\\\ 0 \\\\ 5 \\end{bmatrix}'
    const html = said(await draw(tex))
    expect(await compare(signed(tex), html)).toEqual(butOne)
    expect(await compare(`It is not \\(${tex}\\) so.`, html)).toBe('unsure')
    expect(await compare('It is so.', html)).toBe('unsure')
    const more = said(await draw(tex.replace('5', '57')))
    expect(await compare(signed(tex), more)).toBe('unsure')
  })

  test.each([
    ['words behind each sign', 'mjx-c::after { content: " and no other" !important }'],
    ['words behind its letters', 'mjx-mi::after { content: " and no other" }'],
    ['words as of a list', 'mjx-mi { display: list-item; list-style: "no other" inside }'],
    ['a picture', `mjx-mi { background: ${image} }`],
    ['a picture in the place of signs', `mjx-c::before { content: ${image} !important }`],
    ['a picture behind signs', `mjx-c::before { background: ${image} }`],
    ['a picture as a border', `mjx-mi { border: 9px solid; border-image: ${image} }`],
  ])('in a formula in pieces %s is never passed over', async (_, style) => {
    const tex = '\\overline{AB}'
    const html = said(await draw(tex))
    expect(await compare(signed(tex), html)).toEqual(butOne)
    expect(await compare(signed(tex), html, style)).toBe('unsure')
  })

  test('more words than its letters are never passed over in the place of a formula', async () => {
    const words = said(await draw('\\text{safe}\\underline{x}'))
    expect(await compare(signed('x'), words)).toBe('unsure')
    expect(await compare('It is so.', words)).toBe('unsure')
    // As long as they are those that were signed.
    expect(await compare(signed('\\text{safe}\\underline{x}'), words)).toEqual(butOne)
  })
})

describe('what only calls itself a formula of MathJax', () => {
  let drawing: Drawing

  beforeAll(async () => {
    drawing = await openDrawing()
    await loadMathjax(drawing.page, 3)
  })

  afterAll(() => drawing.close())

  test.each([
    ['words', '<mjx-math><mjx-mtext>not</mjx-mtext></mjx-math>'],
    [
      'words as one of its texts',
      '<mjx-math><mjx-mtext><mjx-utext>not</mjx-utext></mjx-mtext></mjx-math>',
    ],
    ['words beside a formula', 'not <mjx-math><mjx-mi>x</mjx-mi></mjx-math>'],
    ['words in an element beside it', '<b>not</b><mjx-math><mjx-mi>x</mjx-mi></mjx-math>'],
    [
      'words in a part of its own beside it',
      '<mjx-note>not</mjx-note><mjx-math><mjx-mi>x</mjx-mi></mjx-math>',
    ],
    [
      'words for screen readers that are seen',
      '<mjx-math><mjx-mi>x</mjx-mi></mjx-math><mjx-assistive-mml>not</mjx-assistive-mml>',
    ],
    [
      'words where a line may break',
      '<mjx-math><mjx-mi>x</mjx-mi><mjx-break>not</mjx-break></mjx-math>',
    ],
    ['a picture', '<mjx-math><img alt="" src="data:,"></mjx-math>'],
    ['strokes', '<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"></path></svg>'],
    ['nothing', ''],
  ])('with %s in it is not the formula that was signed', async (_, inner) => {
    const html = said(`<mjx-container jax="CHTML">${inner}</mjx-container>`)
    const [shown = ''] = await drawing.readAll([html], '')
    expect(compareTexts(signed('x'), shown)).toBe('unsure')
    expect(compareTexts('It is so.', shown)).not.toBe('same')
    expect(compareTexts('It is not so.', shown)).not.toBe('same')
  })
})
