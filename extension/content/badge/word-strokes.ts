import { isSeeThrough } from './is-odd-style.ts'
import { pixelsOf } from './style-of.ts'

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface DrawnPiece {
  readonly box: Box
  readonly node: Node
}

/** In pixels: what is painted and is not higher may be a line through words. */
const thin = 8
/** Pairs that are looked at: no answer has so many. */
const mostPairs = 20_000_000

/** The lines that a box draws from side to side: its edges, or itself. */
export function strokesOf(
  { left, top, right, bottom }: Box,
  style: CSSStyleDeclaration,
  isPainted: boolean,
): readonly Box[] {
  if (isPainted && bottom - top <= thin) return [{ left, top, right, bottom }]
  const width = (side: string) =>
    isSeeThrough(style.getPropertyValue(`border-${side}-color`))
      ? 0
      : pixelsOf(style, `border-${side}-width`)
  return [
    { left, top, right, bottom: top + width('top') },
    { left, top: bottom - width('bottom'), right, bottom },
  ].filter((line) => line.bottom > line.top)
}

/** Whether any words have a line through their middle, not below or above them. */
export function areStruck(words: readonly DrawnPiece[], strokes: readonly DrawnPiece[]): boolean {
  if (words.length * strokes.length > mostPairs) return true
  return strokes.some(({ box: line }) =>
    words.some(({ box: { left, top, right, bottom } }) => {
      const height = bottom - top
      return (
        line.bottom > top + height * 0.3 &&
        line.top < bottom - height * 0.28 &&
        Math.min(right, line.right) - Math.max(left, line.left) > height * 0.2
      )
    }),
  )
}
