import { parentOf } from './form-proof.ts'

/** Where the words of a part are drawn, and what is painted among them. */
export interface WordPlaces {
  words(text: Text): void
  /** Of what else is read, such as a formula. */
  sign(element: Element, box: Box): void
  /** What may be painted over words that are not its own. */
  box(element: Element): void
  /** Nothing of it is painted over any words, and they are all where their reader can see them. */
  areApart(): boolean
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Piece {
  readonly box: Box
  readonly node: Node
}

/** Part of the smaller one that two pieces may have in common: lines can stand close, and signs lean. */
const mostCommon = 0.4
/** Pairs that are looked at: no answer has so many pieces side by side. */
const mostPairs = 500_000

/** @param part beyond which nothing is cut off */
export function followWordPlaces(part: Element): WordPlaces {
  const pieces: Piece[] = []
  const painted: Piece[] = []
  const views = new Map<Element, Box | null>([[part, null]])
  const piece = document.createRange()

  /** What can be seen of an element at a time; null for all of it. */
  function viewOf(element: Element): Box | null {
    const known = views.get(element)
    if (known !== undefined) return known
    const parent = parentOf(element)
    const around = parent && viewOf(parent)
    const own = cuts(element) ? common(element.getBoundingClientRect(), around) : around
    views.set(element, own)
    return own
  }

  function add(to: Piece[], node: Node, at: Element | null, boxes: Iterable<Box>): void {
    const view = at && viewOf(at)
    for (const each of boxes) {
      const box = common(each, view)
      if (areaOf(box) > 1) to.push({ box, node })
    }
  }

  return {
    words(text) {
      if (!/\S/.test(text.data)) return
      piece.selectNodeContents(text)
      add(pieces, text, text.parentElement, piece.getClientRects())
    },
    sign: (element, box) => add(pieces, element, parentOf(element), [box]),
    box: (element) => add(painted, element, parentOf(element), element.getClientRects()),
    areApart() {
      const beyond = edgeOf(part)
      if (pieces.some(({ box }) => box.left < beyond.left - 2 || box.bottom < beyond.top))
        return false
      return !meet(pieces, [...pieces, ...painted])
    },
  }
}

function cuts(element: Element): boolean {
  const { overflowX, overflowY, display } = getComputedStyle(element)
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
function meet(words: readonly Piece[], all: readonly Piece[]): boolean {
  const areWords = new Set(words)
  let open: Piece[] = []
  let pairs = 0
  for (const next of all.toSorted((a, b) => a.box.top - b.box.top)) {
    open = open.filter(({ box }) => box.bottom > next.box.top)
    for (const other of open) {
      pairs += 1
      if (pairs > mostPairs) return true
      if (!areWords.has(next) && !areWords.has(other)) continue
      if (next.node.contains(other.node) !== other.node.contains(next.node)) continue
      const area = areWords.has(next)
        ? areWords.has(other)
          ? Math.min(areaOf(next.box), areaOf(other.box))
          : areaOf(next.box)
        : areaOf(other.box)
      if (areaOf(common(next.box, other.box)) > mostCommon * area) return true
    }
    open.push(next)
  }
  return false
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

function areaOf({ left, top, right, bottom }: Box): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top)
}
