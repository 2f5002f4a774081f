import { isContents, styleOf } from './style-of.ts'

/** Numbers go on behind an item that is not seen, cells move aside, and words within may be seen again. */
export function leavesTraces(element: Element, style: CSSStyleDeclaration): boolean {
  if (!isContents(style) && !element.checkVisibility()) return false
  return (
    /^(?:li|td|th)$/.test(element.localName) ||
    (style.visibility !== 'visible' &&
      [...element.querySelectorAll('*')].some((part) => styleOf(part).visibility === 'visible'))
  )
}
