import { anyMark } from './marks.ts'
import { renderedReading } from './rendered-reading.ts'
import { squeeze } from './squeeze.ts'
import { withoutThoughts } from './without-thoughts.ts'

/**
 * All that a page may read like which shows the text that was signed, and nothing else: as it was written,
 * or as its markdown is drawn. Whoever finds a page's own reading among them may say that it is the same.
 */
export function signedReadings(signed: string): readonly string[] {
  if (anyMark.test(signed)) return []
  const texts = [signed, withoutThoughts(signed)]
  const readings = texts
    .flatMap((text) => [squeeze(text), ...ways.map((way) => renderedReading(text, way))])
    .filter((reading) => reading !== null)
  return [...new Set(readings)].filter((reading) => reading !== '')
}

const ways = (['left-out', 'written'] as const).flatMap((languages) =>
  (['written', 'drawn'] as const).flatMap((formulas) =>
    (['written', 'capitals'] as const).map((heads) => ({ languages, formulas, heads })),
  ),
)
