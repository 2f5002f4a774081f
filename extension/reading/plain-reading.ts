import { marks } from './marks.ts'
import { pagePieces } from './page-pieces.ts'
import type { Pattern } from './pattern.ts'
import { signedPatterns } from './signed-patterns.ts'

// One text for all that reads alike, which digests are made of.

/** Of a part of a page. @param own what may be the page's own */
export function plainReading(read: string, own: 'left out' | 'kept' = 'left out'): string {
  return pagePieces(read)
    .map((piece) => {
      if (piece.kind === 'unseen') return marks.unseen
      if (piece.kind === 'formula') return formula(piece.text)
      return piece.kind === 'text' || own === 'kept' ? piece.text : ''
    })
    .join('')
}

/** Of pages that show the text that was signed, where they do as most of them do. */
export function signedReadings(signed: string): readonly string[] {
  const readings = [...signedPatterns(signed)].map(plainest)
  return [...new Set(readings)].filter((reading) => reading !== '')
}

function plainest(pattern: Pattern): string {
  return pattern
    .map((part) => {
      if (typeof part === 'string') return part
      if ('formula' in part) return formula(part.formula)
      return 'code' in part ? part.code : plainest(part.oneOf[0] ?? [])
    })
    .join('')
}

function formula(source: string): string {
  return marks.formula + source + marks.formulaEnd
}
