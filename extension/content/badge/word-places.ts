import { followCodeIndents } from './code-indents.ts'
import { parentOf } from './form-proof.ts'
import { isFromRight } from './is-from-right.ts'
import { isPaintedAbove } from './is-painted-above.ts'
import { stuckBy } from './stuck-by.ts'
import { rectOf, styleOf } from './style-of.ts'
import { followWordGaps } from './word-gaps.ts'
import { areStruck, strokesOf, type Box, type DrawnPiece } from './word-strokes.ts'

/** Where the words of a part are drawn, and what is painted among them. They are told of in the order of the text. */
export interface WordPlaces {
  /** @param isCode in which spaces are not looked at one by one */
  words(text: Text, isCode: boolean): void
  /** Where a line of code ends as a block does. */
  codeLineEnd(): void
  /** Where a word may be broken without a sign for it. */
  mayBreak(): void
  /** Is read as one, whatever is drawn within it. */
  formula(element: Element): void
  /** What may be painted over words that are not its own. */
  box(element: Element, isPainted: boolean): void
  /** Nothing of it is painted over any words, and they are all where their reader can see them, one after the other. */
  areAsRead(): boolean
}

interface Place {
  /** What can be seen of it at a time; null for all of it. */
  readonly view: Box | null
  /** How far it has gone along with its reader, in pixels. */
  readonly shift: number
}

/** Part of the height of words that others may stand on, and what is painted: lines can stand close, and have room. */
const mostCommon = { words: 0.4, paint: 0.33 } as const
/** Pairs that are looked at: no answer has so many pieces side by side. */
const mostPairs = 500_000

/** @param part beyond which nothing is cut off */
export function followWordPlaces(part: Element): WordPlaces {
  const pieces: DrawnPiece[] = []
  const painted: DrawnPiece[] = []
  const strokes: DrawnPiece[] = []
  const indents = followCodeIndents()
  const places = new Map<Element, Place>([[part, { view: null, shift: 0 }]])
  const piece = document.createRange()
  const gaps = followWordGaps()

  function placeOf(element: Element | null): Place {
    if (element === null) return { view: null, shift: 0 }
    const known = places.get(element)
    if (known !== undefined) return known
    const around = placeOf(parentOf(element))
    const style = styleOf(element)
    const shift = around.shift + stuckBy(element, style)
    const own = cuts(style) ? common(raised(rectOf(element), shift), around.view) : around.view
    places.set(element, { view: own, shift })
    return { view: own, shift }
  }

  function add(to: DrawnPiece[], node: Node, { view, shift }: Place, boxes: Iterable<Box>): void {
    for (const each of boxes) {
      const box = common(raised(each, shift), view)
      if (sizeOf(box).every((length) => length > 0.5)) to.push({ box, node })
    }
  }

  return {
    words(text, isCode) {
      if (isCode) {
        gaps.end()
        indents.words(text)
      } else {
        gaps.words(text)
        indents.end()
      }
      if (!/\S/.test(text.data)) return
      piece.selectNodeContents(text)
      add(pieces, text, placeOf(text.parentElement), piece.getClientRects())
    },
    codeLineEnd: () => indents.lineEnd(),
    mayBreak: () => gaps.mayBreak(),
    formula(element) {
      gaps.end()
      // As it is broken into lines.
      for (const each of element.querySelectorAll('.katex-html > *, mjx-math > *')) {
        add(pieces, element, placeOf(parentOf(element)), each.getClientRects())
      }
    },
    box(element, isPainted) {
      const { view } = placeOf(parentOf(element))
      const { shift } = placeOf(element)
      const boxes = [...element.getClientRects()]
      if (isPainted) add(painted, element, { view, shift }, boxes)
      const lines = boxes.flatMap((box) => strokesOf(box, styleOf(element), isPainted))
      add(strokes, element, { view, shift }, lines)
    },
    areAsRead() {
      const beyond = edgeOf(part)
      if (pieces.some(({ box }) => box.left < beyond.left - 2 || box.bottom < beyond.top))
        return false
      const isInOrder = pieces.every((each, at) => {
        const before = pieces[at - 1]
        // Where the signs of one formula stand, is read with it.
        const isOfOne = before?.node === each.node && each.node instanceof Element
        return before === undefined || isOfOne || follows(each, before)
      })
      const areWhole = gaps.areSeen() && indents.areKept() && !areStruck(pieces, strokes)
      return isInOrder && areWhole && !meet(pieces, [...pieces, ...painted])
    },
  }
}

/** Whether a piece is read after the one before it: below it, or beside it in the direction of the writing. */
function follows({ box, node }: DrawnPiece, before: DrawnPiece): boolean {
  const height = box.bottom - box.top
  if (box.top + height / 2 >= before.box.bottom) return true
  const [cell, cellBefore] = [cellOf(node), cellOf(before.node)]
  const isInNextCell = cell !== null && cellBefore !== null && cell !== cellBefore
  if (box.bottom - height / 4 <= before.box.top && !isInNextCell) return false
  return box.left >= before.box.left || isTurned(node) || isTurned(before.node)
}

const elementOf = (node: Node) =>
  node.nodeType === node.ELEMENT_NODE ? (node as Element) : node.parentElement

const cellOf = (node: Node) => elementOf(node)?.closest('td, th') ?? null

function isTurned(node: Node): boolean {
  const element = elementOf(node)
  return (
    isFromRight(node.textContent ?? '') ||
    (element !== null && styleOf(element).direction === 'rtl')
  )
}

function cuts({ overflowX, overflowY, display }: CSSStyleDeclaration): boolean {
  return display !== 'contents' && (overflowX !== 'visible' || overflowY !== 'visible')
}

/** Beyond which its reader cannot scroll. */
function edgeOf(part: Element): Pick<Box, 'left' | 'top'> {
  let [left, top] = [-scrollX, -scrollY]
  for (let at = parentOf(part); at; at = parentOf(at)) {
    if (at === document.scrollingElement) continue
    left -= at.scrollLeft
    top -= at.scrollTop
  }
  return { left, top }
}

/** Whether any words are drawn where others are, or what is not around them. */
function meet(words: readonly DrawnPiece[], all: readonly DrawnPiece[]): boolean {
  const areWords = new Set(words)
  let open: DrawnPiece[] = []
  let pairs = 0
  for (const next of all.toSorted((a, b) => a.box.top - b.box.top)) {
    open = open.filter(({ box }) => box.bottom > next.box.top)
    for (const other of open) {
      pairs += 1
      if (pairs > mostPairs) return true
      if (!areWords.has(next) && !areWords.has(other)) continue
      if (next.node.contains(other.node) !== other.node.contains(next.node)) continue
      const [seen, over] = areWords.has(next) ? [next, other] : [other, next]
      const isPaint = !areWords.has(over)
      if (!isOver(seen.box, over.box, isPaint)) continue
      if (!isPaint || !isBeneath(over.node, seen.node)) return true
    }
    open.push(next)
  }
  return false
}

/** Over as much as a letter of them: one word tells more than a line does. */
function isOver(words: Box, over: Box, isPaint: boolean): boolean {
  const [width, height] = sizeOf(words)
  const [otherWidth, otherHeight] = isPaint ? [width, height] : sizeOf(over)
  const [wide, high] = sizeOf(common(words, over))
  const least = Math.min(height, otherHeight)
  return (
    high > mostCommon[isPaint ? 'paint' : 'words'] * least &&
    wide > Math.min(0.3 * least, 0.4 * Math.min(width, otherWidth))
  )
}

function isBeneath(box: Node, words: Node): boolean {
  const [element, part] = [elementOf(box), elementOf(words)]
  return element !== null && part !== null && isPaintedAbove(part, element)
}

function raised({ left, top, right, bottom }: Box, by: number): Box {
  return { left, top: top - by, right, bottom: bottom - by }
}

function common(box: Box, other: Box | null): Box {
  if (other === null) return box
  return {
    left: Math.max(box.left, other.left),
    top: Math.max(box.top, other.top),
    right: Math.min(box.right, other.right),
    bottom: Math.min(box.bottom, other.bottom),
  }
}

function sizeOf({ left, top, right, bottom }: Box): readonly [number, number] {
  return [right - left, bottom - top]
}
