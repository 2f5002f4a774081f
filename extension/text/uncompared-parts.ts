import type { UncomparedCount } from '#shared/judge/state/circumstances.ts'
import { everyMark, marks } from './marks.ts'

/** What of a page could not be compared. @param shown what it reads like */
export function uncomparedIn(shown: string): UncomparedCount {
  return {
    formulas: count(shown, marks.uncompared),
    code: count(shown, marks.unseen),
    capitals: count(shown, marks.capitals),
  }
}

/** What it reads like if its formulas are drawn as their source says. */
export function withFormulas(shown: string): string {
  return shown.replaceAll(marks.uncompared, marks.formula)
}

/**
 * Whether what is shown is the reading, but for lines of code that are out of sight: each piece of it stands in its
 * order, of whole lines, and within the block of code that it is of.
 */
export function isReadingInSight(reading: string, shown: string): boolean {
  const [first = '', ...others] = shown.split(marks.unseen)
  if (!reading.startsWith(first)) return false
  let at = first.length
  let before = first
  for (const [index, piece] of others.entries()) {
    const isLast = index === others.length - 1
    const next = isLast ? reading.length - piece.length : reading.indexOf(piece, at)
    if (next < at || !reading.startsWith(piece, next)) return false
    const gap = reading.slice(at, next)
    if (gap.search(everyMark) >= 0 || !isOfLines({ before, gap, piece })) return false
    at = next + piece.length
    before = piece
  }
  return at === reading.length
}

/** Whether other lines of the same code may be in sight, and all besides is as it was. */
export function isSameButCode(before: string, now: string): boolean {
  const isPart = before.includes(marks.unseen) || now.includes(marks.unseen)
  return isPart && before.replaceAll(fence, '') === now.replaceAll(fence, '')
}

const fence = new RegExp(`(?<=${marks.fence})[^${marks.fenceEnd}]*`, 'g')

/** From the begin of a line to the end of one. */
function isOfLines(of: Readonly<Record<'before' | 'gap' | 'piece', string>>): boolean {
  const { before, gap, piece } = of
  return /[\n\uE007]$/.test(before) && (gap.endsWith('\n') || piece.startsWith(marks.fenceEnd))
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1
}
