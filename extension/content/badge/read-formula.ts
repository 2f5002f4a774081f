import { formulaSource, markedFormula } from '../../text/formula-source.ts'
import { inkOf } from './formula-ink.ts'
import { insist, OddFormula } from './formula-parts.ts'
import { hasText } from './has-text.ts'
import { drawsMore } from './odd-pseudo-elements.ts'
import { readKatex } from './read-katex.ts'
import { readMathjax } from './read-mathjax.ts'
import { rectOf, styleOf } from './style-of.ts'
import { uncomparedFormula } from './uncompared-formula.ts'

/** Formulas as KaTeX draws them, with the source for screen readers beside what is seen, and MathJax in letters. */
export const formulaSelector = '.katex, mjx-container'

/**
 * A formula in the marks of text/marks.ts: its source, where the page keeps it, and what is drawn. A page can keep one
 * formula and draw another: only what is seen tells.
 * @returns null for what is neither read, nor of letters alone
 */
export function readFormula(formula: Element): string | null {
  const kept = formula.querySelector('annotation[encoding="application/x-tex"]')
  const drawn = formula.querySelector('.katex-html, mjx-math')
  const source = formulaSource(kept?.textContent ?? '') ?? ''
  if (drawn?.parentElement !== formula || [...formula.childNodes].some(hasText)) return null
  if (
    attempt(() => [...formula.children].every((part) => part === drawn || !isSeen(part))) !== true
  )
    return null
  const form = attempt(() => {
    const ink = inkOf(drawn)
    const whole = (drawn.localName === 'span' ? readKatex : readMathjax)(ink, drawn)
    insist(ink.size === 0)
    return whole.text
  })
  if (form !== null) return markedFormula('formula', source, form)
  const seen = attempt(() => uncomparedFormula(drawn))
  return seen === null ? null : markedFormula('uncompared', source, seen)
}

function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof OddFormula) return null
    throw error
  }
}

/** Nothing of it but for screen readers alone. */
function isSeen(part: Element): boolean {
  if (!part.checkVisibility()) return false
  if (!part.firstChild) return inkOf(part).size > 0
  const { width, height } = rectOf(part)
  const { overflowX, overflowY, position, clip } = styleOf(part)
  const isCut = position === 'absolute' && overflowX !== 'visible' && overflowY !== 'visible'
  const isSmall = (width <= 2 && height <= 2) || /^rect\((?:1px,? ?){4}\)$/.test(clip)
  return !isCut || !isSmall || [part, ...part.querySelectorAll('*')].some(isOutside)
}

/** What is fixed to the window is not cut with the box that it is in. */
function isOutside(element: Element): boolean {
  return styleOf(element).position === 'fixed' || drawsMore(element)
}
