import { isLanguage, onControls } from '../added-by-pages.ts'

/** Longest label, in characters. */
const longestLabel = 24

/** How far from a block of code its label may stand, in elements around it. */
const farthest = 5

/** Whether it is what pages write beside a block of code: its language, or what a control does. */
export function isBesideCode({ data, parentElement }: Text): boolean {
  const label = data.trim()
  if (label === '' || label.length > longestLabel || parentElement === null) return false
  if (!/^(?:span|div)$/.test(parentElement.localName)) return false
  const block = blockBeside(parentElement)
  if (block === null) return false
  const code = block.querySelector('code') ?? block
  const [, ofClass = null] = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(code.className) ?? []
  const language =
    ofClass ?? block.closest('[data-language]')?.getAttribute('data-language') ?? null
  return onControls.test(label) || isLanguage(label, language)
}

/** Some pages draw code in a `div`. */
const blocks = 'pre, .cm-editor, div > code[class*="language-"]:not(pre code)'
const prose = 'p, ul, ol, table, blockquote, h1, h2, h3, h4, h5, h6'

function blockBeside(element: Element): Element | null {
  let at: Element | null = element
  for (let up = 0; at && up < farthest; up += 1) {
    if (at.matches('code, .cm-editor')) return null
    const within = at.querySelectorAll(blocks)
    if (within.length === 1 && at.querySelector(prose) === null) return within[0] ?? null
    for (const next of [at.nextElementSibling, at.previousElementSibling]) {
      const block = next?.matches(`${blocks}, pre > code`) ? next : next?.querySelector(blocks)
      if (block) return block
    }
    at = at.parentElement
  }
  return null
}
