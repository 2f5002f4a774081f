import { parentOf } from './form-proof.ts'
import { isOddlyPainted } from './is-odd-style.ts'
import { isFaintWhereMarked } from './is-unseen.ts'
import { fontSizeOf, rectOf, styleOf } from './style-of.ts'

/** Whether the number before an item of a list is too faint or too small to be seen, or cut off. */
export function isNumberUnseen(item: Element, style: CSSStyleDeclaration): boolean {
  const mark = styleOf(item, '::marker')
  return (
    isOddlyPainted(mark) ||
    fontSizeOf(mark) < 0.6 * fontSizeOf(style) ||
    isFaintWhereMarked(item, mark) ||
    (style.listStylePosition === 'outside' && isCutOff(item))
  )
}

/** It stands before the box of the item, as wide as its digits are. */
function isCutOff(item: Element): boolean {
  const { fontSize, direction } = styleOf(item)
  const side = direction === 'rtl' ? 'right' : 'left'
  const sign = side === 'left' ? 1 : -1
  const start = rectOf(item)[side] - sign * Number.parseFloat(fontSize)
  if (side === 'left' && start + scrollX < 0) return true
  for (let at: Element | null = item; at; at = parentOf(at)) {
    const isCut = styleOf(at).overflowX !== 'visible'
    if (isCut && sign * (start + at.scrollLeft - rectOf(at)[side]) < 0) return true
  }
  return false
}
