import { everyMark, marks, unreadable } from '../../text/marks.ts'
import { squeeze } from '../../text/squeeze.ts'
import { drawingOf, plainDrawing, type Drawing } from './drawing-of.ts'
import { editorLines, editorSelector } from './code-editor.ts'
import { iconSelector, isPageIcon } from './page-icon.ts'
import { isOpenThought, isPageLabel, labelSelector } from './page-label.ts'
import { isForm } from './form-proof.ts'
import { hasText } from './has-text.ts'
import { isDrawn } from './style-of.ts'
import { followWordPlaces } from './word-places.ts'
import { formulaSelector, readFormula } from './read-formula.ts'

/** Parts within parts that are read, and parts in all: no answer has so many. */
const deepest = 200
const mostParts = 20_000

/**
 * What a reader sees in a part of a page, in the marks of text/marks.ts: its characters, and what elements
 * make of them. What is hidden is left out, and in the place of what is no text, or is drawn so that it
 * reads otherwise than it is written, stands `unreadable`.
 * @param isOwn whether it is an element of this extension
 */
export function readShown(part: Element, isOwn: (element: Element) => boolean): string {
  let out = ''
  let parts = 0
  const places = followWordPlaces(part)
  const numbers = new Map<Element, number>()
  /** Whether there is room behind the last letter that is no space: a word may be drawn as two. */
  let isApart = false

  function write(text: string): void {
    if (text === '') return
    out +=
      isApart && /[\p{L}\p{N}]$/u.test(out) && /^[\p{L}\p{N}]/u.test(text)
        ? unreadable + text
        : text
    isApart = false
  }

  function read(element: Element, isCode: boolean, depth: number): void {
    if (isOwn(element)) return
    parts += 1
    const isTooMuch = depth > deepest || parts > mostParts || isForm(element)
    if (!isTooMuch && element.matches(iconSelector) && isPageIcon(element)) return
    const drawing = isTooMuch ? 'unreadable' : drawingOf(element, depth === 0)
    if (element.localName === 'wbr') places.mayBreak()
    if (drawing === 'hidden' || element.localName === 'wbr') return
    if (drawing === 'unreadable') {
      out += unreadable
      return
    }
    if (element.localName === 'br') {
      out += '\n'
      return
    }
    if (element.matches(formulaSelector)) {
      places.formula(element)
      out += readFormula(element) ?? unreadable
      return
    }
    if (element.matches(labelSelector) && isPageLabel(element)) {
      for (const each of [element, ...element.querySelectorAll('*')]) places.box(each, true)
      out += '\n'
      return
    }
    if (element.matches(editorSelector)) return readEditor(element, depth)
    if (depth > 0) places.box(element, drawing.isPainted)
    const isFence = element.localName === 'pre' && depth > 0
    const [open, close] = isCode || depth === 0 ? none : marksAround(element, drawing, numbers)
    if (isCode && drawing.isBlock) places.codeLineEnd()
    const edge = drawing.isBlock && !isCode ? '\n' : ''
    out += edge + open
    isApart ||= drawing.hasRoomBefore
    const isFolding = element.localName === 'details'
    for (const node of element.childNodes) {
      if (node.nodeType === node.ELEMENT_NODE) read(node as Element, isCode || isFence, depth + 1)
      if (node.nodeType !== node.TEXT_NODE) continue
      // Whether they are drawn is told by no element.
      if (!isFolding) {
        places.words(node as Text, isCode || isFence)
        write(literal((node as Text).data, drawing))
      } else if (element.hasAttribute('open') && hasText(node)) out += unreadable
    }
    isApart ||= drawing.hasRoomBehind
    // The line end before the end of a block of code is the block's.
    if (isFence && out.endsWith('\n')) out = out.slice(0, -1)
    // Lines of code may be blocks.
    if (isCode && drawing.isBlock) places.codeLineEnd()
    if (isCode && drawing.isBlock && !out.endsWith('\n')) out += '\n'
    out += close + edge
  }

  function readEditor(editor: Element, depth: number): void {
    const lines = editorLines(editor)
    if (lines === null) {
      out += unreadable
      return
    }
    out += `\n${marks.fence}`
    for (const line of lines) {
      if (line === 'unseen') out += marks.unseen
      else read(line, true, depth + 1)
    }
    if (out.endsWith('\n')) out = out.slice(0, -1)
    out += `${marks.fenceEnd}\n`
  }

  read(part, false, 0)
  return squeeze(places.areAsRead() ? out : out + unreadable)
}

/** @param numbers of the next item of each list */
function marksAround(
  element: Element,
  { item, isInCapitals }: Drawing,
  numbers: Map<Element, number>,
): readonly [string, string] {
  const { localName, parentElement: list } = element
  if (isOpenThought(element)) return [marks.thought, marks.thoughtEnd]
  if (item === 'number' && list) {
    const number = numbers.get(list) ?? (list as HTMLOListElement).start
    numbers.set(list, number + 1)
    return [`${number}${marks.number}`, '']
  }
  if (item === 'bullet') return [marks.bullet, '']
  const level = /^h([1-6])$/.exec(localName)?.[1]
  if (level !== undefined) return [`${level}${marks.heading}`, marks.headingEnd]
  if (localName === 'a') return linkMarks(element)
  if (localName === 'th' && isInCapitals) return [marks.cell + marks.capitals, '']
  return pairs[localName] ?? none
}

function literal(text: string, { keepsSpaces, isInCapitals }: Drawing): string {
  const written = text.replaceAll(everyMark, unreadable)
  const own = isInCapitals ? written.toUpperCase() : written
  return keepsSpaces ? own : own.replaceAll(/[ \t\r\n\f]+/g, ' ')
}

const pairs: Readonly<Record<string, readonly [string, string]>> = {
  strong: [marks.strong, marks.strongEnd],
  b: [marks.strong, marks.strongEnd],
  em: [marks.em, marks.emEnd],
  i: [marks.em, marks.emEnd],
  del: [marks.strike, marks.strikeEnd],
  s: [marks.strike, marks.strikeEnd],
  code: [marks.code, marks.codeEnd],
  pre: [marks.fence, marks.fenceEnd],
  blockquote: [marks.quote, marks.quoteEnd],
  sup: [marks.raised, marks.raisedEnd],
  sub: [marks.lowered, marks.loweredEnd],
  hr: [marks.rule, ''],
  table: ['', marks.tableEnd],
  tr: [marks.row, ''],
  td: [marks.cell, ''],
  th: [marks.cell, ''],
}

const none = ['', ''] as const

/** An address that is shown as it is needs no marks: renderers make links of all of them. */
function linkMarks(link: Element): readonly [string, string] {
  const address = link.getAttribute('href')
  const words = link.textContent
  const isShown = [words, `http://${words}`, `https://${words}`].includes(address ?? '')
  if (address === null || (isShown && [...link.querySelectorAll('*')].every(isDrawn))) {
    return none
  }
  return [marks.link, `${marks.address}${literal(address, plainDrawing)}${marks.linkEnd}`]
}
