import type { Comparison } from '#shared/judge/state/comparison.ts'
import { contradicts } from './contradicts.ts'
import { marks } from './marks.ts'
import { match } from './match.ts'
import { pagePieces } from './page-pieces.ts'
import { plainReading, signedReadings, unnumbered } from './plain-reading.ts'
import { signedPatterns } from './signed-patterns.ts'

/**
 * Whether a page shows the text that was signed: the same characters in the same order.
 * @param signed as it was written
 * @param read as reading/page/read-shown.ts reads the page
 */
export function compareTexts(signed: string, read: string): Comparison {
  const pieces = pagePieces(read)
  for (const pattern of signedPatterns(signed)) {
    const but = match(pattern, pieces)
    if (but !== null) return but.formulas + but.code === 0 ? 'same' : { but }
  }
  // Renderers number lists as they please.
  const readings = signedReadings(signed, read.includes(marks.number) ? 'left out' : 'kept')
  const shown = unnumbered(read)
  const isOther = (['left out', 'kept'] as const).every((own) => {
    return contradicts(readings, plainReading(shown, own))
  })
  return isOther ? 'other' : 'differs'
}
