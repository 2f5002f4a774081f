import { parentOf } from './form-proof.ts'
import { hasText } from './has-text.ts'
import { rectOf, styleOf } from './style-of.ts'

/**
 * How far below its own place an element is that goes along with its reader, such as the bar above a long piece of code, in
 * pixels. 0 as well for one that its reader cannot scroll back to its place, or that leaves little room below it: what it covers
 * stays covered.
 */
export function stuckBy(element: Element, style: CSSStyleDeclaration): number {
  const parent = parentOf(element)
  if (style.position !== 'sticky' || parent === null || !isFirst(element, parent)) return 0
  const around = styleOf(parent)
  const own =
    rectOf(parent).top + px(around.borderTopWidth) + px(around.paddingTop) + px(style.marginTop)
  const scroller = scrollerOf(parent)
  const { top, scrolled, height } = scroller
  const edge = px(style.top)
  const box = rectOf(element)
  const leavesRoom = edge + box.height < height / 2
  const canGoBack = own - top + scrolled >= edge
  return leavesRoom && canGoBack ? Math.max(0, box.top - own) : 0
}

const px = (length: string) => Number.parseFloat(length) || 0

function isFirst(element: Element, parent: Element): boolean {
  const nodes = [...parent.childNodes]
  return nodes
    .slice(0, nodes.indexOf(element))
    .every((node) => node.nodeType !== node.ELEMENT_NODE && !hasText(node))
}

interface Scroller {
  readonly top: number
  readonly scrolled: number
  readonly height: number
}

/** One that only a script can scroll has no room for its reader. */
function scrollerOf(part: Element): Scroller {
  for (let at: Element | null = part; at; at = parentOf(at)) {
    if (at === document.scrollingElement) break
    const { overflowY } = styleOf(at)
    if (overflowY === 'hidden') return { top: 0, scrolled: 0, height: 0 }
    if (/auto|scroll/.test(overflowY)) {
      const { top, height } = rectOf(at)
      return { top, scrolled: at.scrollTop, height }
    }
  }
  return { top: 0, scrolled: scrollY, height: innerHeight }
}
