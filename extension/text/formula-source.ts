import { marks } from './marks.ts'

/** One form for the same LaTeX, however it is set out; null for what could be no formula. */
export function formulaSource(tex: string): string | null {
  const source = tex.replaceAll(/\s+/g, ' ').trim()
  const isOne =
    source !== '' && source.length <= longestFormula && !/[\uE000-\uF8FF\uFFFC]/.test(source)
  return isOne ? source : null
}

/** In characters. */
const longestFormula = 4_000

/**
 * As it stands in a reading of a page.
 * @param source as `formulaSource` gives it, where the page keeps one
 * @param drawn the form of what is seen, or its letters alone where no form could be read
 */
export function markedFormula(
  mark: 'formula' | 'uncompared',
  source: string,
  drawn: string,
): string {
  return marks[mark] + source + marks.drawn + drawn + marks.formulaEnd
}
