import { formulaDrawing, type FormulaSign } from '../../text/formula-drawing.ts'
import { formulaSource, markedFormula } from '../../text/formula-source.ts'
import { isOddlyPainted } from './is-odd-style.ts'
import { drawsMore } from './odd-pseudo-elements.ts'
import { isRootSign } from './root-sign.ts'

/** Formulas as KaTeX draws them: the source for screen readers, and beside it what is seen. */
export const formulaSelector = '.katex'

/**
 * A formula in the marks of text/marks.ts: its source, as the page keeps it, and whether what is drawn was found to be
 * that and nothing else. A page can keep one formula and draw another: only what is seen tells.
 * @returns null for what keeps no source, or draws what its source cannot mean
 */
export function readFormula(formula: Element): string | null {
  const kept = formula.querySelector('annotation[encoding="application/x-tex"]')
  const drawn = formula.querySelector('.katex-html')
  const source = formulaSource(kept?.textContent ?? '')
  if (source === null || drawn === null || formula.children.length > 2) return null
  if ([...formula.childNodes].some(isText) || isSeen(formula.querySelector('.katex-mathml'))) {
    return null
  }
  if (isDrawnAs(formulaDrawing(source), drawn, sizeOf(formula))) {
    return markedFormula(source, 'formula')
  }
  return isOfItsLetters(drawn, source) ? markedFormula(source, 'uncompared') : null
}

function isText(node: Node): boolean {
  return node.nodeType === node.TEXT_NODE && /\S/.test(node.nodeValue ?? '')
}

function isSeen(part: Element | null): boolean {
  if (part === null || !part.checkVisibility()) return false
  const { width, height } = part.getBoundingClientRect()
  const { overflowX, overflowY, position } = getComputedStyle(part)
  const isCut = position === 'absolute' && overflowX !== 'visible' && overflowY !== 'visible'
  return !isCut || width > 2 || height > 2 || [part, ...part.querySelectorAll('*')].some(isOutside)
}

/** What is fixed to the window is not cut with the box that it is in. */
function isOutside(element: Element): boolean {
  return getComputedStyle(element).position === 'fixed' || drawsMore(element)
}

/**
 * What cannot be compared is at least no more than was signed: no letter and no digit that its source does not have as
 * often, and no picture but the strokes of a formula.
 */
function isOfItsLetters(drawn: Element, source: string): boolean {
  const parts = [drawn, ...drawn.querySelectorAll('*')]
  if (parts.some((part) => !/^(?:span|svg|path|line)$/.test(part.localName) || drawsMore(part))) {
    return false
  }
  const left = Array.from(source)
  let commands = source.match(/\\[a-zA-Z]+/g)?.length ?? 0
  return (drawn.textContent.match(/[\p{L}\p{N}]/gu) ?? []).every((char) => {
    const at = left.indexOf(char)
    if (at >= 0) left.splice(at, 1)
    else if (!ofCommand.test(char)) return false
    else commands -= 1
    return at >= 0 || commands >= 0
  })
}

/** Letters that are written as commands. */
const ofCommand = /[\p{Script=Greek}\u2100-\u214F\u0131\u0237\u{1D400}-\u{1D7FF}]/u

interface Glyph {
  readonly char: string
  readonly box: DOMRect
}

/** Whether every sign is seen, in its order and on its level, and nothing besides. */
function isDrawnAs(signs: readonly FormulaSign[] | null, drawn: Element, size: number): boolean {
  const glyphs = signs && glyphsOf(drawn, size)
  if (!signs || !glyphs || glyphs.length !== signs.length) return false
  const pairs = signs.map((sign, at) => ({ sign, glyph: glyphs[at] as Glyph }))
  if (pairs.some(({ sign, glyph }) => sign.char !== glyph.char)) return false
  const line = pairs.find(({ sign }) => !('level' in sign) || sign.level === 'main')
  const begins = new Set(signs.flatMap((sign, at) => ('over' in sign ? [at - sign.over] : [])))
  if (line === undefined) return false
  const axis = middleOf(line.glyph.box)
  const right = { main: -Infinity, up: -Infinity, down: -Infinity }
  for (const [at, { sign, glyph }] of pairs.entries()) {
    if ('over' in sign) {
      const under = pairs.slice(at - sign.over, at).map((each) => each.glyph.box)
      if (!isRootOver(glyph.box, under, size)) return false
      right.main = Math.max(right.main, glyph.box.right)
      continue
    }
    const above = (axis - middleOf(glyph.box)) / size
    if (!('level' in sign)) {
      if (Math.abs(above) > 0.4) return false
      continue
    }
    const { level } = sign
    const isThere =
      level === 'main' ? Math.abs(above) < 0.2 : level === 'up' ? above > 0.2 : above < -0.2
    const before =
      level === 'main'
        ? Math.max(right.main, right.up, right.down)
        : Math.max(right.main, right[level])
    const gap = (glyph.box.left - before) / size
    // There is a root between.
    if (begins.has(at) && gap < 0.6) return false
    if (!isThere || gap < -0.2 || (gap > 3 && before !== -Infinity)) return false
    right[level] = glyph.box.right
  }
  return true
}

/** From before all that stands under it to where that ends. */
function isRootOver(root: DOMRect, under: readonly DOMRect[], size: number): boolean {
  const room = (Math.min(...under.map(({ left }) => left)) - root.left) / size
  const tail = (root.right - Math.max(...under.map(({ right }) => right))) / size
  const isAround = under.every((box) => root.top < middleOf(box) && root.bottom > middleOf(box))
  return isAround && room > 0.6 && room < 1.3 && tail > -0.1 && tail < 0.2
}

const middleOf = ({ top, bottom }: DOMRect) => (top + bottom) / 2

/** In the order of the page; null where something is drawn that is no sign, or that is not seen as it is. */
function glyphsOf(drawn: Element, size: number): readonly Glyph[] | null {
  const glyphs: Glyph[] = []
  const walker = document.createTreeWalker(drawn, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node: Node | null = drawn; node; node = walker.nextNode()) {
    if (node instanceof SVGElement) {
      // With the one path that is in it.
      if (node.localName === 'path') continue
      if (node.localName !== 'svg' || !isRootSign(node)) return null
      glyphs.push({ char: 'root', box: node.getBoundingClientRect() })
      continue
    }
    if (node instanceof Element) {
      const line = lineOf(node)
      if (line === 'odd' || isOdd(node)) return null
      if (line) glyphs.push({ char: 'line', box: line })
      continue
    }
    const { data } = node as Text
    let at = 0
    for (const char of data) {
      const box = boxOf(node, at, at + char.length)
      at += char.length
      // Those that only hold a place.
      if (/[\u200B\s]/u.test(char)) continue
      if (box.height < size / 3 || box.width < size / 12) return null
      glyphs.push({ char, box })
    }
  }
  return glyphs
}

function boxOf(node: Node, from: number, to: number): DOMRect {
  const range = document.createRange()
  range.setStart(node, from)
  range.setEnd(node, to)
  return range.getBoundingClientRect()
}

/** The line of a fraction is the border of an element without words. */
function lineOf(element: Element): DOMRect | 'odd' | null {
  const style = getComputedStyle(element)
  const sides = ['top', 'left', 'right'].map((side) =>
    style.getPropertyValue(`border-${side}-width`),
  )
  if (sides.some((width) => Number.parseFloat(width) > 0)) return 'odd'
  if (Number.parseFloat(style.borderBottomWidth) === 0) return null
  const isEmpty = element.textContent === ''
  return isEmpty && style.borderBottomStyle === 'solid' ? element.getBoundingClientRect() : 'odd'
}

/** It is hidden, cut, turned, struck through, painted over, or says more than its text. */
function isOdd(element: Element): boolean {
  if (element.localName !== 'span' || element.shadowRoot !== null) return true
  const style = getComputedStyle(element)
  const hasWords = [...element.childNodes].some(isText)
  return (
    (hasWords && !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) ||
    Number(style.opacity) < 0.3 ||
    isOddlyPainted(style) ||
    style.transform !== 'none' ||
    isCut(element, style) ||
    style.textTransform !== 'none' ||
    style.textDecorationLine !== 'none' ||
    style.backgroundImage !== 'none' ||
    style.direction !== 'ltr' ||
    drawsMore(element)
  )
}

function isCut(element: Element, { overflowX, overflowY }: CSSStyleDeclaration): boolean {
  if (overflowX === 'visible' && overflowY === 'visible') return false
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element
  return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1
}

const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
