import { formMarks } from '../../text/form-marks.ts'
import { hasShadow } from './drawing-of.ts'
import { axis, insist, marked, seenBox, seenLine, type SeenPart } from './formula-parts.ts'
import { hasText } from './has-text.ts'
import { isOddlyPainted, isSeeThrough } from './is-odd-style.ts'
import { drawsMore } from './odd-pseudo-elements.ts'

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
  // With the one path that is in it.
  if (node instanceof SVGElement) return node.localName === 'path' ? [] : [strokeOf(node)]
  if (node instanceof Element) {
    const style = getComputedStyle(node)
    insist(node.localName === 'span' && !hasShadow(node) && isPlain(node, style))
    insist(!drawsMore(node))
    return lineOf(node, style)
  }
  const { data, parentElement } = node as Text
  const style = parentElement && getComputedStyle(parentElement)
  let at = 0
  return Array.from(data).flatMap((char) => {
    const range = document.createRange()
    range.setStart(node, at)
    at += char.length
    range.setEnd(node, at)
    return style ? glyphOf(char, style, range.getBoundingClientRect()) : []
  })
}

const valuesOf = (style: CSSStyleDeclaration, names: string) =>
  names.split(' ').map((name) => style.getPropertyValue(name))

/** Not hidden, cut, turned, struck through or painted over. */
function isPlain(element: Element, style: CSSStyleDeclaration): boolean {
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element
  const hasWords = [...element.childNodes].some(hasText)
  return (
    (!hasWords || element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) &&
    isPlainly(style) &&
    (style.overflow === 'visible' ||
      (scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1))
  )
}

const isPlainly = (style: CSSStyleDeclaration) =>
  Number(style.opacity) > 0.3 &&
  !isOddlyPainted(style) &&
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
  const isSpace = /\s/.test(char)
  if (blank.test(char) || (isSpace && box.width === 0)) return []
  insist(canvas !== null)
  const own = Number.parseFloat(style.fontSize)
  canvas.font = `${style.fontStyle} ${style.fontWeight} ${own}px ${style.fontFamily}`
  const ink = canvas.measureText(char)
  const height = ink.fontBoundingBoxAscent + ink.fontBoundingBoxDescent
  // Of the page's own, such as a zoom.
  const scale = height > own / 2 ? box.height / height : 1
  const [size, base] = [own * scale, box.bottom - ink.fontBoundingBoxDescent * scale]
  const seen = {
    left: box.left - ink.actualBoundingBoxLeft * scale,
    right: box.left + ink.actualBoundingBoxRight * scale,
    top: base - ink.actualBoundingBoxAscent * scale,
    bottom: base + ink.actualBoundingBoxDescent * scale,
    base,
    size,
  }
  if (isSpace) return [{ ...seen, text: ' ' }]
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
  const name = /KaTeX_(\w+)/.exec(fontFamily)?.[1] ?? ''
  const isUsual = /^(?:Main|Math|Size\d|)$/.test(name)
  const own = isUsual ? (Number(fontWeight) >= 600 ? 'B' : '') : name
  return own && formMarks.font + own + formMarks.font
}

const sides = ['top', 'bottom', 'left', 'right']

/** The line of a fraction is the border of an element without words, and a box has one around it. */
function lineOf(element: Element, style: CSSStyleDeclaration): readonly SeenPart[] {
  const of = (what: string) =>
    valuesOf(style, sides.map((side) => `border-${side}-${what}`).join(' '))
  const widths = of('width').map(Number.parseFloat)
  const drawn = widths.filter((width) => width > 0).length
  if (drawn === 0) return []
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const size = Number.parseFloat(style.fontSize)
  const styles = of('style')
  insist(widths.every((width, at) => width === 0 || (styles[at] === 'solid' && width < size / 5)))
  const seen = { left, right, top, bottom, base: bottom, size }
  const [above = 0, below = 0] = widths
  insist(drawn === 4 || (drawn === 1 && above + below > 0))
  insist(drawn === 4 || seen.bottom - top < size / 3)
  return [{ ...seen, text: drawn === 4 ? seenBox : seenLine }]
}

/** A stroke as KaTeX draws it: which one it is, text/formula-strokes.ts knows. */
function strokeOf(drawing: Element): SeenPart {
  const path = drawing.firstElementChild
  insist(drawing.localName === 'svg' && path?.localName === 'path')
  const style = getComputedStyle(drawing)
  const ink = getComputedStyle(path)
  const seen = /^path\("([^"]*)"\)$/.exec(ink.getPropertyValue('d'))?.[1]
  const [box, fills] = ['viewBox', 'preserveAspectRatio'].map(
    (name) => drawing.getAttribute(name) ?? '',
  )
  const text = [box, fills, seen].join(';')
  const isCut = text.includes('slice')
  insist(drawing.childNodes.length === 1 && path.childNodes.length === 0)
  insist(seen !== undefined && /^[\w .,;-]*$/.test(text))
  insist(!isCut || /^(?:hidden|clip)( (?:hidden|clip))?$/.test(style.overflow))
  insist(
    [drawing, path].every(
      (part) =>
        part.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        isPlainly(getComputedStyle(part)) &&
        !drawsMore(part),
    ),
  )
  insist(sides.every((side) => style.getPropertyValue(`border-${side}-width`) === '0px'))
  insist(ink.stroke === 'none' && Number(ink.fillOpacity) > 0.3)
  insist(/^(?:rgb|color|lab|lch|oklab|oklch)/.test(ink.fill) && !isSeeThrough(ink.fill))
  const { left, right, top, bottom } = (isCut ? drawing : path).getBoundingClientRect()
  const size = Number.parseFloat(style.fontSize)
  const base = (top + bottom) / 2 + axis * size
  return { text: marked(text), left, right, top, bottom, base, size }
}
