import { useState } from 'react'

/**
 * Characters that are drawn at once, 24 kB at most: a browser takes seconds to lay out a megabyte, and half a
 * minute where no space stands in it.
 */
export const drawnAtOnce = 8_000

export interface Slices {
  readonly part: string
  readonly hiddenLength: number
  readonly showMore: () => void
}

/** As much of a text as is drawn without a pause; more of it on demand. */
export function useSlices(text: string): Slices {
  const [count, setCount] = useState(1)
  const part = text.slice(0, count * drawnAtOnce)
  return {
    part: part.length < text.length ? withoutHalf(part) : part,
    hiddenLength: Math.max(0, text.length - part.length),
    showMore: () => setCount(count + 1),
  }
}

/** A character of two halves is not cut between them. */
function withoutHalf(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text
}
