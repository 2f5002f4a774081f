import { isOddTable } from './is-odd-table.ts'

/** How an element is drawn, as far as it decides what its text reads like. */
export interface Drawing {
  readonly isBlock: boolean
  /** Spaces and line ends in its text are drawn. */
  readonly keepsSpaces: boolean
  /** Its letters are drawn as capitals; of the head of a table alone. */
  readonly isInCapitals: boolean
  /** What the browser draws before an item of a list: a bullet, or its number. */
  readonly item: 'none' | 'bullet' | 'number'
}

/** They show what is not in their text, or set it out in two directions. */
const noText =
  /^(?:img|picture|svg|video|audio|canvas|object|embed|iframe|input|textarea|select|meter|progress|math|ruby|marquee|slot|frame|dialog|fieldset)$/

/** Nothing of it is on the screen; or it is drawn in a way that reads otherwise than its text. */
export function drawingOf(element: Element, isWhole: boolean): Drawing | 'hidden' | 'unreadable' {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
    return element.localName === 'wbr' || isContents(element) ? plain : 'hidden'
  }
  const style = getComputedStyle(element)
  if (
    noText.test(element.localName) ||
    hasShadow(element) ||
    isOdd(style, isWhole) ||
    (style.textTransform !== 'none' && !isInCapitals(element, style)) ||
    isOddTable(element, style) ||
    drawsMore(element) ||
    isLostFromSight(element, style) ||
    isOtherwiseStruck(element, style) ||
    (isWhole && element.closest('del, s, strike, sup, sub, bdo') !== null)
  ) {
    return 'unreadable'
  }
  const item = itemOf(element, style)
  if (item === 'unreadable') return 'unreadable'
  return {
    isBlock: !/^(?:inline$|contents$)/.test(style.display),
    keepsSpaces: /^(?:pre(?:-wrap)?|break-spaces)\b/.test(style.whiteSpace),
    isInCapitals: isInCapitals(element, style),
    item,
  }
}

const plain: Drawing = { isBlock: false, keepsSpaces: false, isInCapitals: false, item: 'none' }

function isContents(element: Element): boolean {
  return getComputedStyle(element).display === 'contents'
}

/** Also one that the page may not look into. */
function hasShadow(element: Element): boolean {
  const open = chrome.dom?.openOrClosedShadowRoot
  if (open && element instanceof HTMLElement) return open(element) !== null
  return element.shadowRoot !== null || element.localName.includes('-')
}

/** Set in capitals, as some front-ends do with the heads of tables. */
function isInCapitals(element: Element, style: CSSStyleDeclaration): boolean {
  return style.textTransform === 'uppercase' && element.closest('thead') !== null
}

function isOdd(style: CSSStyleDeclaration, isWhole: boolean): boolean {
  return (
    style.unicodeBidi.includes('override') ||
    style.clipPath !== 'none' ||
    style.clip !== 'auto' ||
    style.content !== 'normal' ||
    Number.parseFloat(style.fontSize) < smallestFont ||
    Math.abs(Number.parseFloat(style.textIndent)) > longestIndent ||
    style.getPropertyValue('-webkit-text-security') === 'disc' ||
    /reverse/.test(style.flexDirection) ||
    !/^0?$/.test(style.order) ||
    isMirrored(style.transform) ||
    isTurned(style) ||
    isSeeThrough(style.color) ||
    isSeeThrough(style.getPropertyValue('-webkit-text-fill-color')) ||
    // The part itself may stand wherever its page puts it.
    (!isWhole && (/absolute|fixed/.test(style.position) || style.float !== 'none'))
  )
}

/** In pixels. */
const smallestFont = 5
const longestIndent = 100

function isMirrored(transform: string): boolean {
  const [a = 1, , , d = 1] = transform.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? []
  return transform.startsWith('matrix3d') || a <= 0.1 || d <= 0.1
}

/** By the properties of their own for it. */
export function isTurned({ rotate = '', scale = '' }: Partial<CSSStyleDeclaration>): boolean {
  return !/^(?:none|0deg)?$/.test(rotate) || !/^(?:none|1(?: 1)?)?$/.test(scale)
}

/** As in `rgba(0, 0, 0, 0)` and `oklch(0.5 0 0 / 0)`. */
export function isSeeThrough(colour: string): boolean {
  const alpha = /(?:rgba\(.*,|\/)\s*([\d.]+)(%?)\s*\)$/.exec(colour)
  return alpha !== null && Number(alpha[1]) / (alpha[2] === '%' ? 100 : 1) < 0.1
}

/** Texts of style sheets are on the screen and not in the page. */
function drawsMore(element: Element): boolean {
  const sides = element.localName === 'li' ? [...around, '::marker'] : around
  return sides.some((side) => {
    const { content } = getComputedStyle(element, side)
    return !/^(?:none|normal|""|)$/.test(content)
  })
}

const around: readonly string[] = ['::before', '::after']

/** Kept for screen readers alone, or drawn beside the page. */
function isLostFromSight(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.display === 'contents' || !hasOwnWords(element)) return false
  const { width, height, right, bottom } = element.getBoundingClientRect()
  if (width < 2 || height < 2) return true
  if (right >= 0 && bottom >= 0) return false
  const { left, top } = scrolledBy(element)
  return right + left < 0 || bottom + top < 0
}

/** How far its reader can go back to it: the page, and whatever scrolls in it. */
function scrolledBy(element: Element): { readonly left: number; readonly top: number } {
  let [left, top] = [scrollX, scrollY]
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (at === document.scrollingElement) continue
    const { overflowX, overflowY } = getComputedStyle(at)
    if (/auto|scroll/.test(overflowX)) left += at.scrollLeft
    if (/auto|scroll/.test(overflowY)) top += at.scrollTop
  }
  return { left, top }
}

function hasOwnWords({ childNodes }: Element): boolean {
  return [...childNodes].some(
    (node) => node.nodeType === node.TEXT_NODE && /\S/.test(node.nodeValue ?? ''),
  )
}

/** A line through words, and letters raised or lowered, without the element for it. */
function isOtherwiseStruck({ localName }: Element, style: CSSStyleDeclaration): boolean {
  const isStruck = style.textDecorationLine.includes('line-through')
  const isRaised = /^(?:super|sub)$/.test(style.verticalAlign)
  return (
    isStruck !== /^(?:del|s)$/.test(localName) ||
    isRaised !== /^(?:sup|sub)$/.test(localName) ||
    /super|sub/.test(style.getPropertyValue('font-variant-position'))
  )
}

function itemOf(element: Element, style: CSSStyleDeclaration): Drawing['item'] | 'unreadable' {
  if (element.localName !== 'li') {
    // Browsers draw what folds something as an item of a list.
    return style.display === 'list-item' && element.localName !== 'summary' ? 'unreadable' : 'none'
  }
  const { listStyleType: type, listStyleImage: image } = style
  const list = element.parentElement
  if (image !== 'none' || /list-item/.test(style.counterIncrement + style.counterSet)) {
    return 'unreadable'
  }
  if (list?.localName === 'ul')
    return /^(?:disc|circle|square|none)$/.test(type) ? 'bullet' : 'unreadable'
  if (list?.localName !== 'ol') return 'unreadable'
  if (type === 'none') return 'none'
  if (type !== 'decimal' || style.display !== 'list-item') return 'unreadable'
  return isCountedOtherwise(element, list as HTMLOListElement) ? 'unreadable' : 'number'
}

/** Than by one more for each item, from the number that the list begins with. */
function isCountedOtherwise(item: Element, list: HTMLOListElement): boolean {
  const { counterReset } = getComputedStyle(list)
  const first = /^list-item (-?\d+)$/.exec(counterReset)?.[1]
  const isFirst =
    first === undefined
      ? !/list-item/.test(counterReset)
      : Number(first) === 0 || Number(first) === list.start - 1
  return list.reversed || item.hasAttribute('value') || !isFirst
}
