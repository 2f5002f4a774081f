import { aboveThoughts, apartSelector, besideSelector, onControls } from '../added-by-pages.ts'
import { editorLines, editorSelector } from './code-editor.ts'
import { isBesideCode } from './is-beside-code.ts'
import { isBesideLink } from './is-beside-link.ts'
import { formulaSelector, formulaSource } from './formula-source.ts'
import { everyMark, marks, unreadable } from '../marks.ts'
import { scriptSigns } from '../script-signs.ts'

/** Parts within parts that are read, and parts in all: no answer has so many. */
const deepest = 200
const mostParts = 20_000

/**
 * The words of a part of a page, in the marks of marks.ts. What is seen is what the browser says of it: how a page draws its
 * words is its own.
 * @param isOwn whether it is an element of this extension
 */
export function readShown(part: Element, isOwn: (element: Element) => boolean): string {
  let parts = 0

  function read(element: Element, depth: number): string {
    parts += 1
    if (depth > deepest || parts > mostParts || isForm(element)) return unreadable
    if (isOwn(element) || element.matches(apartSelector)) return ''
    const style = getComputedStyle(element)
    if (!element.checkVisibility() && style.display !== 'contents') return ''
    if (element.matches(formulaSelector)) {
      return marks.formula + literal(formulaSource(element)) + marks.formulaEnd
    }
    const words = wordsOf(element, depth, style.visibility === 'visible')
    const isBlock = element.localName === 'br' || !/^(?:inline|contents)/.test(style.display)
    return isBlock ? `\n${words}\n` : words
  }

  function wordsOf(element: Element, depth: number, isVisible: boolean): string {
    if (element.localName === 'img') return beside(element.getAttribute('alt') ?? '')
    if (element.localName === 'input') return boxOf(element)
    if (element.matches(editorSelector)) return readEditor(element, depth)
    const inner = isFolded(element)
      ? element.querySelectorAll(':scope > summary')
      : element.childNodes
    const words = [...inner]
      .map((node) => {
        if (node.nodeType === node.ELEMENT_NODE) return read(node as Element, depth + 1)
        return node.nodeType === node.TEXT_NODE && isVisible ? textOf(node as Text) : ''
      })
      .join('')
    if (isFolded(element)) return words + beside(foldedIn(element))
    if (element.matches(besideSelector) || isThought(element) || isForPicture(element)) {
      return beside(words)
    }
    return isVisible ? signBefore(element) + words : words
  }

  function readEditor(editor: Element, depth: number): string {
    return editorLines(editor)
      .map((line) => (line === 'unseen' ? marks.unseen : read(line, depth + 1)))
      .join('')
  }

  return read(part, 0)
    .replaceAll(/[ \t\r\f]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim()
}

/** A form's own fields take the place of its members. */
function isForm(element: Element): boolean {
  return Object.prototype.toString.call(element) === '[object HTMLFormElement]'
}

function textOf(text: Text): string {
  const words = literal(text.data)
  return isBesideCode(text) || isBesideLink(text) ? beside(words) : words
}

function literal(text: string): string {
  return text.replaceAll(everyMark, unreadable)
}

/** What may be the page's own. Parts of it are no more than that. */
function beside(words: string): string {
  const own = words.replaceAll(new RegExp(`[${marks.beside}${marks.besideEnd}]`, 'g'), '')
  return onControls.test(own.trim()) ? '' : `${marks.beside}${own}${marks.besideEnd}`
}

function isFolded(element: Element): boolean {
  return element.localName === 'details' && !element.hasAttribute('open')
}

/** What its reader can unfold. */
function foldedIn(details: Element): string {
  return [...details.childNodes]
    .filter((node) => node.nodeName.toLowerCase() !== 'summary')
    .map((node) => node.textContent ?? '')
    .join('')
}

function isThought(element: Element): boolean {
  const label = element.localName === 'details' ? element.firstElementChild : null
  return label?.localName === 'summary' && aboveThoughts.test(label.textContent.trim())
}

/** What a page says where a picture could not be drawn. */
function isForPicture({ previousElementSibling: before }: Element): boolean {
  return before?.localName === 'img' && !before.checkVisibility()
}

/** Of a task. */
function boxOf(input: Element): string {
  if (input.getAttribute('type') !== 'checkbox' || input.closest('li') === null) return ''
  return input.matches(':checked') ? '[x]' : '[ ]'
}

/** What an element says besides its words: where they stand on the line, and in their list. */
function signBefore(element: Element): string {
  if (element.localName === 'li') return numberOf(element)
  return scriptSigns[element.localName] ?? ''
}

function numberOf(item: Element): string {
  const list = item.parentElement
  if (list?.localName !== 'ol') return ''
  const items = [...list.children].filter(({ localName }) => localName === 'li')
  const step = list.hasAttribute('reversed') ? -1 : 1
  const first = list.getAttribute('start') ?? String(step > 0 ? 1 : items.length)
  const number = items.slice(0, items.indexOf(item) + 1).reduce(
    (before, each) => {
      const own = each.getAttribute('value')
      return own === null ? before + step : parseInt(own, 10)
    },
    parseInt(first, 10) - step,
  )
  return `${marks.number}${number}. `
}
