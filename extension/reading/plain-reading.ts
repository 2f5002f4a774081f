import { fold } from './fold.ts'
import { marks } from './marks.ts'
import { pagePieces } from './page-pieces.ts'
import { plainest } from './pattern.ts'
import { signedPatterns } from './signed-patterns.ts'

// One text for all that reads alike, which digests are made of.

/** The plain reading of a part of a page. @param own what may be the page's own */
export function plainReading(read: string, own: 'left out' | 'kept' = 'left out'): string {
  const pieces = pagePieces(read).map((piece) => {
    if (piece.kind === 'unseen') return marks.unseen
    if (piece.kind === 'formula') return marks.formula + piece.text + marks.formulaEnd
    return piece.kind === 'text' || own === 'kept' ? piece.text : ''
  })
  return spaced(pieces.join(''))
}

/** The plain reading of the signed text, as most pages show it. @param numbers of its lists */
export function signedReadings(
  signed: string,
  numbers: 'left out' | 'kept' = 'kept',
): readonly string[] {
  const texts = [...signedPatterns(signed)].map(plainest)
  const readings = texts.map((text) => spaced(numbers === 'kept' ? text : unnumbered(text)))
  return [...new Set(readings)].filter((reading) => reading !== '')
}

/** Without the numbers that a browser draws before the items of lists. */
export function unnumbered(text: string): string {
  return text.replaceAll(drawnNumber, ' ')
}

const drawnNumber = new RegExp(String.raw`${marks.number}-?\d+\.`, 'g')

/** Around formulas pages have spaces as they please. */
function spaced(text: string): string {
  return fold(text).replaceAll(besideFormula, '$1').trim()
}

const besideFormula = new RegExp(` ?([${marks.formula}${marks.formulaEnd}]) ?`, 'g')
