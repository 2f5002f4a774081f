import { parentOf } from './form-proof.ts'
import { hasText } from './has-text.ts'
import { isFromRight } from './is-from-right.ts'
import { hasPlainMark } from './has-plain-mark.ts'
import {
  hidesWithin,
  isMoved,
  isMovedInRow,
  isOddlyPainted,
  isSeeThrough,
  sides,
} from './is-odd-style.ts'
import { isNumberUnseen } from './is-number-unseen.ts'
import { isOddTable } from './is-odd-table.ts'
import { isCut, isCutAround, isFaint } from './is-unseen.ts'
import { leavesTraces } from './leaves-traces.ts'
import { labelSelector } from './page-label.ts'
import { isOddWithin } from './odd-pseudo-elements.ts'
import { fontSizeOf, isContents, isDrawn, pixelsOf, rectOf, styleOf } from './style-of.ts'

/** How an element is drawn, as far as it decides what its text reads like. */
export interface Drawing {
  readonly isBlock: boolean
  /** Spaces and line ends in its text are drawn. */
  readonly keepsSpaces: boolean
  /** Its letters are drawn as capitals; of the head of a table and of the name of a language alone. */
  readonly isInCapitals: boolean
  /** What the browser draws before an item of a list: a bullet, or its number. */
  readonly item: 'none' | 'bullet' | 'number'
  /** Room at its sides that is no space of its text. */
  readonly hasRoomBefore: boolean
  readonly hasRoomBehind: boolean
  /** What is beneath it cannot be seen. */
  readonly isPainted: boolean
}

/** They show what is not in their text, or set it out in two directions. */
const noText =
  /^(?:img|picture|svg|video|audio|canvas|object|embed|iframe|input|textarea|select|meter|progress|math|ruby|marquee|slot|frame|dialog|fieldset)$/

/** Nothing of it is on the screen; or it is drawn in a way that reads otherwise than its text. */
export function drawingOf(element: Element, isWhole: boolean): Drawing | 'hidden' | 'unreadable' {
  const style = styleOf(element)
  // It has no box, and is not asked whether it is drawn: its words are as its style has them.
  const isSeen = isContents(style) ? style.visibility === 'visible' : isDrawn(element)
  if (!isSeen && element.localName === 'wbr') return plainDrawing
  if (!isSeen) return leavesTraces(element, style) ? 'unreadable' : 'hidden'
  if (
    noText.test(element.localName) ||
    hasShadow(element) ||
    isOdd(element, style, isWhole) ||
    (style.textTransform !== 'none' && !isInCapitals(element, style)) ||
    isOddTable(element, style) ||
    isOddWithin(element, style) ||
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
    keepsSpaces: keepsSpaces(style),
    isInCapitals: isInCapitals(element, style),
    item,
    hasRoomBefore: hasRoom(element, style, 'left'),
    hasRoomBehind: hasRoom(element, style, 'right'),
    isPainted: isPainted(style),
  }
}

function keepsSpaces(style: CSSStyleDeclaration): boolean {
  return /^(?:preserve|break-spaces)$/.test(style.getPropertyValue('white-space-collapse'))
}

/** The begins of lines, which say in code what is within what, and tabs that are none. */
function isSetInOddly(element: Element, style: CSSStyleDeclaration): boolean {
  const { tabSize } = style
  const size = fontSizeOf(style)
  const isKept = keepsSpaces(style)
  const isNoTab = Number.parseFloat(tabSize) < (tabSize.endsWith('px') ? size / 2 : 1)
  return (
    Math.abs(pixelsOf(style, 'text-indent')) > (isKept ? size / 2 : longestIndent) ||
    (isKept && isNoTab && element.textContent.includes('\t'))
  )
}

function hasRoom(element: Element, style: CSSStyleDeclaration, side: 'left' | 'right'): boolean {
  if (!style.display.startsWith('inline')) return false
  const px = (name: string, of = style) => pixelsOf(of, name) || 0
  const box = px(`margin-${side}`) + px(`padding-${side}`) + px(`border-${side}-width`)
  const parent = parentOf(element)
  const around = parent && styleOf(parent)
  const letters =
    side === 'right' && around ? px('letter-spacing') - px('letter-spacing', around) : 0
  return box + letters > px('font-size') / 8
}

/** Of words in a row with those around them. */
export const plainDrawing: Drawing = {
  isBlock: false,
  keepsSpaces: false,
  isInCapitals: false,
  item: 'none',
  hasRoomBefore: false,
  hasRoomBehind: false,
  isPainted: false,
}

/** Of a box with a border all is taken for painted, unless it is a thin line. */
function isPainted(style: CSSStyleDeclaration): boolean {
  return (
    !isSeeThrough(style.backgroundColor) ||
    style.backgroundImage !== 'none' ||
    sides.some((side) => pixelsOf(style, `border-${side}-width`) > 1)
  )
}

/** Also one that the page may not look into. */
export function hasShadow(element: Element): boolean {
  const open = chrome.dom?.openOrClosedShadowRoot
  if (open && element instanceof HTMLElement) return open(element) !== null
  // As Firefox has it.
  const { openOrClosedShadowRoot: root } = element as Element & Readonly<Record<string, unknown>>
  if (root !== undefined) return root !== null
  return element.shadowRoot !== null || element.localName.includes('-')
}

/** Set in capitals, as some front-ends do with the heads of tables, and with the names of languages beside code. */
function isInCapitals(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.textTransform !== 'uppercase') return false
  const isName = /^[\w+#.-]+$/.test(element.textContent)
  return element.closest(isName ? 'thead, :has(>pre, >div>pre)' : 'thead') !== null
}

function isOdd(element: Element, style: CSSStyleDeclaration, isWhole: boolean): boolean {
  const hasWords = /\S/.test(element.textContent)
  return (
    isOddlyPainted(style) ||
    !isOwnContent(element, style) ||
    fontSizeOf(style) * zoomOf(element) < smallestFont ||
    isSetInOddly(element, style) ||
    /reverse/.test(style.flexDirection + style.flexWrap) ||
    !/^0?$/.test(style.order) ||
    isMirrored(style.transform) ||
    (hasWords && isTurned(element, style)) ||
    isFaint(element, style, isWhole) ||
    isCut(element, style) ||
    (isWhole
      ? isCutAround(element) || isOddlyAround(element)
      : isOutOfPlace(element, style, hasWords))
  )
}

/** By what all of an answer stands in. */
function isOddlyAround(part: Element): boolean {
  for (let at = parentOf(part); at; at = parentOf(at)) {
    const style = styleOf(at)
    if (hidesWithin(style) || isMirrored(style.transform)) return true
  }
  return false
}

/** A page may set out its line ends, which have no words, with room of their own. */
function isOwnContent({ localName }: Element, { content }: CSSStyleDeclaration): boolean {
  return content === 'normal' || (localName === 'br' && /^" *"$/.test(content))
}

/** The part itself may stand wherever its page puts it; what is within it stands where it is read. */
function isOutOfPlace(element: Element, style: CSSStyleDeclaration, hasWords: boolean): boolean {
  const isInRow = style.display.startsWith('inline') || isItem(element)
  return (
    isMoved(style) ||
    (style.position === 'sticky' && hasOwnText(element, style)) ||
    (isInRow && isMovedInRow(style, hasWords)) ||
    // Such as a line through them, or a picture of others.
    (style.backgroundImage !== 'none' && (hasWords || isOfSize(element)))
  )
}

/** Words that move along with its reader may cover others: controls do, with the name of a language beside them. */
function hasOwnText(element: Element, { display }: CSSStyleDeclaration): boolean {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let text = ''
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest(labelSelector) === null) text += node.nodeValue ?? ''
  }
  const isBar = !display.startsWith('inline') && element.querySelector(labelSelector) !== null
  return !(isBar ? /^[\w+#.-]{0,20}$/ : /^$/).test(text.trim())
}

function isOfSize(element: Element): boolean {
  const { width, height } = rectOf(element)
  return width > 4 && height > 4
}

/** One of a column stands below the one before, as a block does. */
function isItem({ parentElement }: Element): boolean {
  if (parentElement === null) return false
  const { display, flexDirection } = styleOf(parentElement)
  return /grid/.test(display) || (/flex/.test(display) && flexDirection !== 'column')
}

/** Written from the right without a letter that is: numbers and signs change places. */
function isTurned({ textContent }: Element, { direction }: CSSStyleDeclaration): boolean {
  return direction === 'rtl' && !isFromRight(textContent)
}

function zoomOf(element: Element): number {
  return (element as { readonly currentCSSZoom?: number }).currentCSSZoom ?? 1
}

/** In pixels. */
const smallestFont = 5
const longestIndent = 100

/** Or slanted. */
function isMirrored(transform: string): boolean {
  const [a = 1, b = 0, c = 0, d = 1] = transform.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? []
  return (
    transform.startsWith('matrix3d') ||
    a <= 0.1 ||
    d <= 0.1 ||
    Math.abs(b) > 0.3 ||
    Math.abs(c) > 0.3
  )
}

/** Kept for screen readers alone, or drawn beside the page. */
function isLostFromSight(element: Element, style: CSSStyleDeclaration): boolean {
  if (isContents(style) || ![...element.childNodes].some(hasText)) return false
  const { width, height, right, bottom } = rectOf(element)
  if (width < 2 || height < smallestFont) return true
  // Its edge is a line through what stands out of it.
  const isShort = element.clientHeight < fontSizeOf(style) * 0.8
  if (isShort && style.display !== 'inline') return true
  if (right >= 0 && bottom >= 0) return false
  const { left, top } = scrolledBy(element)
  return right + left < 0 || bottom + top < 0
}

/** How far its reader can go back to it: the page, and whatever scrolls in it. */
function scrolledBy(element: Element): { readonly left: number; readonly top: number } {
  let [left, top] = [scrollX, scrollY]
  for (let at = parentOf(element); at; at = parentOf(at)) {
    if (at === document.scrollingElement) continue
    const { overflowX, overflowY } = styleOf(at)
    if (/auto|scroll/.test(overflowX)) left += at.scrollLeft
    if (/auto|scroll/.test(overflowY)) top += at.scrollTop
  }
  return { left, top }
}

/** A line through words, and letters raised or lowered, without the element for it. */
function isOtherwiseStruck({ localName }: Element, style: CSSStyleDeclaration): boolean {
  const isStruck = style.textDecorationLine.includes('line-through')
  const isRaised = /^(?:super|sub)$/.test(style.verticalAlign)
  return isStruck !== /^(?:del|s)$/.test(localName) || isRaised !== /^(?:sup|sub)$/.test(localName)
}

function itemOf(element: Element, style: CSSStyleDeclaration): Drawing['item'] | 'unreadable' {
  if (element.localName !== 'li') {
    // Browsers draw what folds something as an item of a list.
    if (style.display !== 'list-item') return 'none'
    return element.localName === 'summary' && hasPlainMark(style) ? 'none' : 'unreadable'
  }
  const { listStyleType: type, listStyleImage: image } = style
  const list = parentOf(element)
  if (image !== 'none' || /list-item/.test(style.counterIncrement + style.counterSet)) {
    return 'unreadable'
  }
  if (list?.localName === 'ul')
    return /^(?:disc|circle|square|none)$/.test(type) ? 'bullet' : 'unreadable'
  if (list?.localName !== 'ol') return 'unreadable'
  if (type === 'none') return 'none'
  if (type !== 'decimal' || style.display !== 'list-item' || isNumberUnseen(element, style)) {
    return 'unreadable'
  }
  return isCountedOtherwise(element, list as HTMLOListElement) ? 'unreadable' : 'number'
}

/** Than by one more for each item, from the number that the list begins with. */
function isCountedOtherwise(item: Element, list: HTMLOListElement): boolean {
  const { counterReset } = styleOf(list)
  const first = /^list-item (-?\d+)$/.exec(counterReset)?.[1]
  const isFirst =
    first === undefined
      ? !/list-item/.test(counterReset)
      : Number(first) === 0 || Number(first) === list.start - 1
  return list.reversed || item.hasAttribute('value') || !isFirst
}
