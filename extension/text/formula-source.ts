import { anyMark, marks } from './marks.ts'

/** One form for the same LaTeX, however it is set out; null for what could be no formula. */
export function formulaSource(tex: string): string | null {
  const source = tex.replaceAll(/\s+/g, ' ').trim()
  const isOne = source !== '' && source.length <= longestFormula && !anyMark.test(source)
  return isOne ? source : null
}

/** In characters. */
const longestFormula = 4_000

/** As it stands in a reading. @param source as `formulaSource` gives it */
export function markedFormula(source: string, mark: 'formula' | 'uncompared'): string {
  return `${marks[mark]}${source}${marks.formulaEnd}`
}
