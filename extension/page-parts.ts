import { numberedSelector } from './reading/added-by-pages.ts'

// What most front-ends need to find their places.

export function holds(selector: string): (page: Document) => boolean {
  return (page) => page.querySelector(selector) !== null
}

export function partIn(selector: string): (turn: Element) => Element | null {
  return (turn) => turn.querySelector(selector)
}

/** Formulas as pages draw them. */
const formula = '.katex, mjx-container, .MathJax, math'

/** Controls of the page, and an editor's numbers of lines. Within a paragraph a button is a link that is drawn as one. */
const beside =
  'button:not(:is(p, li, td, th, h1, h2, h3, h4, h5, h6) > button), summary, .cm-gutters'
const apart = `${formula}, ${beside}, ${numberedSelector}`

/**
 * Its words as a reader sees them, for finding it; empty while it is not drawn. A formula is drawn in pieces and
 * more than once: in its place is its source, where the page keeps it, and nothing else.
 */
export function visibleText(part: Element | null): string {
  if (part === null) return ''
  if (part.matches(formula)) return ` ${sourceOf(part)} `
  if (part.matches(beside) || isLineNumber(part)) return ' '
  const text = part.querySelector(apart) === null ? wholeText(part) : textOfParts(part)
  return getComputedStyle(part).display.startsWith('inline') ? text : `\n${text}\n`
}

function isLineNumber(part: Element): boolean {
  return part.matches(numberedSelector) && /^\s*\d+\s*$/.test(part.textContent)
}

const wholeText = (part: Element) => (part as HTMLElement).innerText ?? ''

function textOfParts(part: Element): string {
  return [...part.childNodes]
    .map((node) => {
      if (node.nodeType === node.ELEMENT_NODE) return visibleText(node as Element)
      return node.nodeType === node.TEXT_NODE ? (node.nodeValue ?? '') : ''
    })
    .join('')
}

function sourceOf(drawn: Element): string {
  return drawn.querySelector('annotation[encoding="application/x-tex"]')?.textContent ?? ''
}
