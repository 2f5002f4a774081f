/** Formulas as KaTeX, MathJax and browsers draw them. */
export const formulaSelector = '.katex, mjx-container, .MathJax, math, [data-latex], [data-tex]'

/** Where pages keep the LaTeX of a formula that they draw. */
const keepers = [
  ['annotation[encoding="application/x-tex"]', null],
  ['[data-latex]', 'data-latex'],
  ['[data-tex]', 'data-tex'],
  ['[data-math]', 'data-math'],
  ['math[alttext]', 'alttext'],
  ['script[type^="math/tex"]', null],
] as const

/** The LaTeX of a formula, where its page keeps it; empty where it does not. */
export function formulaSource(drawn: Element): string {
  for (const [selector, attribute] of keepers) {
    const keeper = drawn.matches(selector) ? drawn : drawn.querySelector(selector)
    const source =
      (attribute === null ? keeper?.textContent : keeper?.getAttribute(attribute)) ?? ''
    if (source !== '') return source
  }
  return ''
}
