import { isOddlyPainted, isSeeThrough } from './is-odd-style.ts'
import { fontSizeOf, rectOf, styleOf } from './style-of.ts'

/** A control without words: its sign is in a style sheet, and in a font of signs. */
export const iconSelector = 'pre i:empty, pre span:empty, pre div:empty, pre button:empty'

/** In pixels. */
const largest = 32

/**
 * Whether it is one sign of private use, such as one for copying, which stands in the corner of a block of code, small,
 * and beside every word of it: it says nothing that could be read with them.
 */
export function isPageIcon(icon: Element): boolean {
  const block = icon.closest('pre')
  if (block === null || icon.shadowRoot !== null || !icon.checkVisibility()) return false
  const style = styleOf(icon)
  const box = rectOf(icon)
  return (
    style.position === 'absolute' &&
    [box.width, box.height].every((length) => length > 0 && length <= largest) &&
    isBare(style) &&
    isSign(styleOf(icon, '::before')) &&
    /^(?:none|normal)$/.test(styleOf(icon, '::after').content) &&
    isInCorner(box, rectOf(block)) &&
    isBesideWords(box, block)
  )
}

/** One character that no text has. */
function isSign(style: CSSStyleDeclaration): boolean {
  return (
    /^"[\uE000-\uF8FF]"$/.test(style.content) &&
    fontSizeOf(style) <= largest &&
    /^(?:static|relative)$/.test(style.position) &&
    isBare(style)
  )
}

/** Nothing of it covers what is beneath it, or draws anywhere else. */
function isBare(style: CSSStyleDeclaration): boolean {
  return (
    !isOddlyPainted(style) &&
    isSeeThrough(style.backgroundColor) &&
    [style.backgroundImage, style.boxShadow, style.textShadow, style.filter].every(isNone) &&
    [style.borderImageSource, style.textDecorationLine, style.backdropFilter].every(isNone) &&
    style.borderWidth === '0px' &&
    style.outlineStyle === 'none' &&
    style.transform === 'none'
  )
}

const isNone = (value: string) => value === 'none' || value === ''

function isInCorner(box: DOMRect, block: DOMRect): boolean {
  return (
    box.right <= block.right + 1 &&
    box.left >= block.right - 2 * largest &&
    box.top >= block.top - 1 &&
    box.bottom <= block.top + 2 * largest
  )
}

function isBesideWords(box: DOMRect, block: Element): boolean {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  const piece = document.createRange()
  for (let words = walker.nextNode(); words; words = walker.nextNode()) {
    piece.selectNodeContents(words)
    if ([...piece.getClientRects()].some((each) => overlap(each, box))) return false
  }
  return true
}

function overlap(a: DOMRect, b: DOMRect): boolean {
  const isBeside = a.width === 0 || a.right <= b.left || a.left >= b.right
  return !isBeside && a.bottom > b.top && a.top < b.bottom
}
