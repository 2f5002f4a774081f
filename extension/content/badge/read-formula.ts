import { formulaSource, markedFormula } from '../../text/formula-source.ts'
import { inkOf } from './formula-ink.ts'
import { hasText } from './has-text.ts'
import { OddFormula } from './formula-parts.ts'
import { drawsMore } from './odd-pseudo-elements.ts'
import { readKatex } from './read-katex.ts'

/** Formulas as KaTeX draws them: the source for screen readers, and beside it what is seen. */
export const formulaSelector = '.katex'

/**
 * A formula in the marks of text/marks.ts: its source, where the page keeps it, and what is drawn. A page can keep one
 * formula and draw another: only what is seen tells.
 * @returns null for what is neither read, nor of the letters of its source
 */
export function readFormula(formula: Element): string | null {
  const kept = formula.querySelector('annotation[encoding="application/x-tex"]')
  const drawn = formula.querySelector('.katex-html')
  const source = formulaSource(kept?.textContent ?? '') ?? ''
  if (drawn === null || [...formula.childNodes].some(hasText)) return null
  for (const part of formula.children) {
    if (part !== drawn && (part.localName !== 'span' || isSeen(part))) return null
  }
  const form = formOf(drawn)
  if (form !== null) return markedFormula('formula', source, form)
  const letters = source === '' ? null : lettersOf(drawn)
  return letters === null ? null : markedFormula('uncompared', source, letters)
}

function formOf(drawn: Element): string | null {
  try {
    const ink = inkOf(drawn)
    const whole = readKatex(ink, drawn)
    if (ink.size > 0) return null
    return whole.text
  } catch (error) {
    if (error instanceof OddFormula) return null
    throw error
  }
}

function isSeen(part: Element): boolean {
  if (!part.checkVisibility()) return false
  const { width, height } = part.getBoundingClientRect()
  const { overflowX, overflowY, position } = getComputedStyle(part)
  const isCut = position === 'absolute' && overflowX !== 'visible' && overflowY !== 'visible'
  return !isCut || width > 2 || height > 2 || [part, ...part.querySelectorAll('*')].some(isOutside)
}

/** What is fixed to the window is not cut with the box that it is in. */
function isOutside(element: Element): boolean {
  return getComputedStyle(element).position === 'fixed' || drawsMore(element)
}

/** Of those alone, and without a picture but the strokes of a formula: null with anything else. */
function lettersOf(drawn: Element): string | null {
  const parts = [drawn, ...drawn.querySelectorAll('*')]
  return parts.every((part) => /^(?:span|svg|path|line)$/.test(part.localName) && !drawsMore(part))
    ? (drawn.textContent.match(/[\p{L}\p{N}]/gu) ?? []).join('')
    : null
}
