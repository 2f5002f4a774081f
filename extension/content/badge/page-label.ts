import { drawsMore } from './odd-pseudo-elements.ts'
import { hasPlainMark } from './has-plain-mark.ts'
import { rectOf, styleOf } from './style-of.ts'

/** A control of the page among the words of an answer. */
export const labelSelector = 'button, summary'

/** What stands above the thoughts of a model, in English. */
const ofThoughts = [
  'Thoughts?|Thought process|Reasoning|Thinking(?:…|\\.\\.\\.)?',
  'Thought for (?:less than a second|a (?:few seconds|second|minute)|\\d+ (?:seconds?|minutes?))',
].join('|')

/** What is written on controls: nothing of it changes what the words around it say. */
const known = new RegExp(
  `^(?:${[
    'Copy(?: code)?|Copied!?|Save|Saved|Edit|Run|Preview|Wrap|Download|Collapse|Expand',
    'Show (?:more|less)',
    ofThoughts,
  ].join('|')})?$`,
  'i',
)

const aboveThoughts = new RegExp(`^(?:${ofThoughts})$`, 'i')

/**
 * Whether it is a label of the page alone: of words that pages write on their controls, in a row of its own, beside at most
 * the name of a language. One among words could be read as one of them.
 */
export function isPageLabel(label: Element): boolean {
  return isKnown(label) && isInOwnRow(label)
}

/** Whether it is unfolded, and its first words say that it is what a model thought. */
export function isOpenThought(element: Element): boolean {
  if (element.localName !== 'details' || !element.hasAttribute('open')) return false
  const [first] = element.children
  return (
    first?.localName === 'summary' &&
    first.checkVisibility() &&
    aboveThoughts.test(wordsOn(first)) &&
    isPageLabel(first)
  )
}

const wordsOn = (label: Element) => label.textContent.replaceAll(/\s+/g, ' ').trim()

function isKnown(label: Element): boolean {
  return known.test(wordsOn(label)) && isUndecorated(label)
}

/** Beside its words at most small drawings. */
function isUndecorated(label: Element): boolean {
  const parts = [...label.querySelectorAll('*')]
  return (
    parts.every(({ localName }) =>
      /^(?:span|div|p|i|svg|g|path|line|rect|circle|polyline|polygon)$/.test(localName),
    ) &&
    ![label, ...parts].some((part) => drawsMore(part) || isPainted(part)) &&
    [...label.querySelectorAll('svg')].every((drawing) => isSmall(drawing))
  )
}

/** A picture may be one of words. */
function isPainted(part: Element): boolean {
  const style = styleOf(part)
  const { backgroundImage, content, display } = style
  return (
    (backgroundImage !== 'none' && !isSmall(part)) ||
    content !== 'normal' ||
    (display === 'list-item' && (part.localName !== 'summary' || !hasPlainMark(style)))
  )
}

/** In pixels. */
const largestDrawing = 32

function isSmall(part: Element): boolean {
  const { width, height } = rectOf(part)
  return width <= largestDrawing && height <= largestDrawing
}

function isInOwnRow(label: Element): boolean {
  const row = rowOf(label)
  if (row === null) return false
  const besides = row === label ? '' : textBeside(row)
  return /^[\w+#.-]{0,20}$/.test(besides.trim())
}

/** The block that it stands in, below or above which everything else is. */
function rowOf(label: Element): Element | null {
  for (let at: Element | null = label; at?.parentElement; at = at.parentElement) {
    const { display } = styleOf(at)
    const around = styleOf(at.parentElement)
    const isStacked =
      /^(?:block|list-item|flow-root)$/.test(around.display) ||
      (around.display === 'flex' && around.flexDirection === 'column')
    if (isStacked && /^(?:block|flex|grid|list-item|flow-root)$/.test(display)) return at
  }
  return null
}

/** What a row says besides its controls. */
function textBeside(row: Element): string {
  return [...row.childNodes]
    .map((node) => {
      if (node.nodeType === node.TEXT_NODE) return node.nodeValue ?? ''
      if (!(node instanceof Element)) return ''
      return node.matches(labelSelector) && isKnown(node) ? '' : textBeside(node)
    })
    .join('')
}
