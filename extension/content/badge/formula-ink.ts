import { formMarks } from '../../text/form-marks.ts'
import { hasShadow } from './drawing-of.ts'
import { axis, insist, marked, seenBox, seenLine, type SeenPart } from './formula-parts.ts'
import { hasText } from './has-text.ts'
import { isOddlyPainted, isSeeThrough } from './is-odd-style.ts'
import { drawsMore, isFirstOtherwise, isOddWithin } from './odd-pseudo-elements.ts'
import { fontSizeOf, isDrawn, pixelsOf, rectOf, styleOf } from './style-of.ts'

/** All that is seen of a formula, by the nodes that draw it, each to be taken once. */
export type Ink = Map<Node, readonly SeenPart[]>

/** @throws {OddFormula} where something is drawn that is no sign, or that is not seen as it is */
export function inkOf(drawn: Element): Ink {
  const ink: Ink = new Map()
  const walker = document.createTreeWalker(drawn, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node: Node | null = drawn; node; node = walker.nextNode()) {
    const parts = partsOf(node)
    if (parts.length > 0) ink.set(node, parts)
  }
  return ink
}

export function takeInk(ink: Ink, node: Node): readonly SeenPart[] {
  const parts = ink.get(node) ?? []
  ink.delete(node)
  return parts
}

/** Those that there is anything left within. */
export const inked = (ink: Ink, elements: Iterable<Element>): readonly Element[] =>
  [...elements].filter((element) => [...ink.keys()].some((node) => element.contains(node)))

function partsOf(node: Node): readonly SeenPart[] {
  if ([node, node.parentElement].some(isBreak)) return []
  // With the one path that is in it.
  if (node instanceof SVGElement) return node.localName === 'path' ? [] : [strokeOf(node)]
  if (node instanceof Element) {
    const style = styleOf(node)
    insist(/^(?:span|mjx-.+)$/.test(node.localName) && !hasShadow(node) && isPlain(node, style))
    if (node.localName === 'mjx-c' && node.textContent === '') return shownBefore(node)
    insist(!isOddWithin(node, style))
    return lineOf(node, style)
  }
  const { data, parentElement } = node as Text
  const style = parentElement && styleOf(parentElement)
  const box = style?.clipPath === 'none' ? null : parentElement && rectOf(parentElement)
  let at = 0
  return Array.from(data).flatMap((char) => {
    const range = document.createRange()
    range.setStart(node, at)
    at += char.length
    range.setEnd(node, at)
    const parts = style ? glyphOf(char, style, rectOf(range)) : []
    insist(!box || parts.every(({ top, bottom }) => top > box.top - 3 && bottom < box.bottom + 3))
    return parts
  })
}

/** Where MathJax 4 may break a line: all of it is cut off. */
export const isBreak = (node: Node | null) =>
  node instanceof Element &&
  node.localName === 'mjx-break' &&
  node.textContent === ' ' &&
  /^(?:inset\(0px 100% 100%|rect\(0px 0px 0px) 0px\)$/.test(styleOf(node).clipPath)

const valuesOf = (style: CSSStyleDeclaration, names: string) =>
  names.split(' ').map((name) => style.getPropertyValue(name))

/** Not hidden, cut, turned, struck through or painted over. */
function isPlain(element: Element, style: CSSStyleDeclaration): boolean {
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element
  const hasWords = element.localName === 'mjx-c' || [...element.childNodes].some(hasText)
  return (
    (!hasWords || isDrawn(element)) &&
    isPlainly(style, element.parentElement, isCutAround(element, style) ? 'clip-path' : '') &&
    (style.overflow === 'visible' ||
      (scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1))
  )
}

/** MathJax 4 cuts off what is 2 pixels above and below the box of a sign, which is as high as its ink. */
function isCutAround({ localName }: Element, { clipPath, fontSize }: CSSStyleDeclaration): boolean {
  const end = (room: string) => `calc(100% + ${room})`
  const [left, right, bottom] = [`-${fontSize}`, end(fontSize), end('2px')]
  const cut = `polygon(${left} -2px, ${right} -2px, ${right} ${bottom}, ${left} ${bottom}) padding-box`
  return localName === 'mjx-c' && clipPath === cut
}

/** @param around which is drawn in its colour, too */
const isPlainly = (style: CSSStyleDeclaration, around: Element | null, except = '') =>
  around !== null &&
  valuesOf(style, 'color -webkit-text-fill-color').every((of) => of === styleOf(around).color) &&
  Number(style.opacity) > 0.3 &&
  !isOddlyPainted(style, except) &&
  isSeeThrough(style.backgroundColor) &&
  valuesOf(
    style,
    'background-image box-shadow outline-style transform text-transform text-decoration-line direction',
  ).join() === 'none,none,none,none,none,none,ltr'

/** Signs that draw nothing, and only hold a place. */
const blank = /[\u200B\u2061-\u2064]/

const canvas = document.createElement('canvas').getContext('2d')

/** @param box from the left edge of the sign, as high as its font */
function glyphOf(char: string, style: CSSStyleDeclaration, box: DOMRect): readonly SeenPart[] {
  if (blank.test(char) || (/\s/.test(char) && box.width === 0)) return []
  const ink = inkIn(char, style)
  const own = fontSizeOf(style)
  const height = ink.fontBoundingBoxAscent + ink.fontBoundingBoxDescent
  // Of the page's own, such as a zoom.
  const scale = height > own / 2 ? box.height / height : 1
  const base = box.bottom - ink.fontBoundingBoxDescent * scale
  return glyphAt(char, style, { left: box.left, base, scale })
}

function inkIn(char: string, style: CSSStyleDeclaration): TextMetrics {
  const { fontStyle, fontWeight, fontSize, fontFamily } = style
  insist(canvas !== null)
  canvas.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
  return canvas.measureText(char)
}

function glyphAt(
  char: string,
  style: CSSStyleDeclaration,
  { left, base, scale }: Readonly<Record<'left' | 'base' | 'scale', number>>,
): readonly SeenPart[] {
  const ink = inkIn(char, style)
  const size = fontSizeOf(style) * scale
  const seen = {
    left: left - ink.actualBoundingBoxLeft * scale,
    right: left + ink.actualBoundingBoxRight * scale,
    top: base - ink.actualBoundingBoxAscent * scale,
    bottom: base + ink.actualBoundingBoxDescent * scale,
    base,
    size,
  }
  if (/\s/.test(char)) return [{ ...seen, text: ' ' }]
  insist(!/[\uE000-\uF8FF\uFFFC]/.test(char) || char === slash)
  insist(seen.right > seen.left && seen.bottom > seen.top)
  const middle = (seen.top + seen.bottom) / 2
  const text = fontMark(style) + char
  return [{ ...seen, text, base: centred.test(char) ? middle + axis * size : base }]
}

/** The stroke through a sign, in KaTeX's fonts. */
export const slash = '\uE020'

/** As high as what they are of, around the middle of the line. */
const centred = /[()[\]{}|∣∥‖⟨⟩⌊⌋⌈⌉∏∐∑⋀-⋃⨀-⨆∫-∳√/]/u

/** The name of a font whose letters look otherwise. */
function fontMark({ fontFamily, fontWeight }: CSSStyleDeclaration): string {
  const name = /(?:KaTeX_|MJXTEX-|MJX-(?:TEX|NCM)-)(?!ZERO)(\w+)/.exec(fontFamily)?.[1] ?? ''
  const isUsual = /^(?:Main|Math|Size\d|M?I|S\d|[VN]|[LS]O|)$/.test(name)
  const own = isUsual ? (Number(fontWeight) >= 600 ? 'B' : '') : name
  return own && formMarks.font + own + formMarks.font
}

/** What style sheets draw before and after an element's own words. */
export const contentAround = (element: Element): string =>
  styleOf(element, '::before').content + styleOf(element, '::after').content

/** MathJax 3 draws its signs so, in a box as high as its ink. */
function shownBefore(element: Element): readonly SeenPart[] {
  const style = styleOf(element, '::before')
  const { content } = style
  const around = contentAround(element)
  if (/^(?:none|normal){2}$/.test(around)) return []
  const [, char, twice] = /^"\\?(.?)(′)*"(?:none|normal)$/su.exec(around) ?? []
  const values = valuesOf(
    style,
    'display visibility position float line-height text-indent width height padding-left margin border-width',
  )
  insist(char !== undefined && (twice === undefined || char === twice))
  insist(isPlainly(style, element) && !isFirstOtherwise(element, style))
  insist(/^block visible static none(?: 0px){7}$/.test(values.join(' ')))
  if (blank.test(char || '\u200B')) return []
  const { left, top, height } = rectOf(element)
  const above = pixelsOf(style, 'padding-top')
  const scale = height / (above + pixelsOf(style, 'padding-bottom'))
  return glyphAt(content.replaceAll(/["\\]/g, ''), style, {
    left,
    base: top + above * scale,
    scale,
  })
}

const sides = ['top', 'bottom', 'left', 'right']

/** The line of a fraction is the border of an element without words, and a box has one around it. */
function lineOf(element: Element, style: CSSStyleDeclaration): readonly SeenPart[] {
  const of = (what: string) =>
    valuesOf(style, sides.map((side) => `border-${side}-${what}`).join(' '))
  const widths = of('width').map(Number.parseFloat)
  const drawn = widths.filter((width) => width > 0).length
  if (drawn === 0) return []
  const { left, right, top, bottom } = rectOf(element)
  const size = fontSizeOf(style)
  const styles = of('style')
  insist(of('color').every((each) => each === style.color))
  insist(widths.every((width, at) => width === 0 || (styles[at] === 'solid' && width < size / 5)))
  const seen = { left, right, top, bottom, base: bottom, size }
  const [above = 0, below = 0] = widths
  // The line of MathJax's roots is that of what stands under it.
  const isOfMathjax = element.localName === 'mjx-box'
  if (isOfMathjax && drawn === 1) seen.bottom = top + above
  insist(drawn === 4 || (drawn === 1 && above + below > 0))
  insist(drawn === 4 || seen.bottom - top < size / 3)
  return [{ ...seen, text: drawn === 4 ? seenBox : seenLine }]
}

/**
 * A stroke as KaTeX draws it: which one it is, text/formula-strokes.ts knows.
 * @throws {OddFormula} where it is painted in another way
 */
export function strokeOf(drawing: Element): SeenPart {
  const path = drawing.firstElementChild
  insist(drawing.localName === 'svg' && path?.localName === 'path')
  const style = styleOf(drawing)
  const ink = styleOf(path)
  const seen = /^path\("([^"]*)"\)$/.exec(ink.getPropertyValue('d'))?.[1]
  const [box, fills] = ['viewBox', 'preserveAspectRatio'].map(
    (name) => drawing.getAttribute(name) ?? '',
  )
  const text = [box, fills, seen].join(';')
  const isCut = text.includes('slice')
  insist(drawing.childNodes.length === 1 && !path.firstChild)
  insist(seen !== undefined && /^[\w .,;-]*$/.test(text))
  insist(!isCut || /^(?:hidden|clip)( (?:hidden|clip))?$/.test(style.overflow))
  insist(
    [drawing, path].every(
      (part) => isDrawn(part) && isPlainly(styleOf(part), part.parentElement) && !drawsMore(part),
    ),
  )
  insist(style.borderWidth === '0px')
  insist(/^(?:none,?){4}$/.test(valuesOf(ink, 'stroke marker-start marker-mid marker-end').join()))
  insist(Number(ink.fillOpacity) > 0.3)
  insist(ink.fill === ink.color)
  const { left, right, top, bottom } = rectOf(isCut ? drawing : path)
  const size = fontSizeOf(style)
  const base = (top + bottom) / 2 + axis * size
  return { text: marked(text), left, right, top, bottom, base, size }
}
