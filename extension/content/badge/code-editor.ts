import { rectOf } from './style-of.ts'

/** Where front-ends show code in CodeMirror, which draws the lines that are in sight. */
export const editorSelector = '.cm-editor'

/**
 * The lines of an editor from top to bottom, and `unseen` in the place of those that it does not draw. The numbers beside
 * them are the editor's own.
 * @returns null for one that shows anything else
 */
export function editorLines(editor: Element): readonly (Element | 'unseen')[] | null {
  const parts = [...editor.children].flatMap((part) =>
    part.matches('.cm-scroller') ? [...part.children] : [part],
  )
  const [content, ...more] = parts.filter((part) => part.matches('.cm-content'))
  if (content === undefined || more.length > 0) return null
  const isOwn = parts.every((part) => part === content || saysNothing(part, content))
  const lines = [...content.children].map((part) => {
    if (part.matches('.cm-line')) return part
    return part.matches('.cm-gap') && part.textContent === '' ? 'unseen' : null
  })
  const isAll = [...content.childNodes].every((node) => node.nodeType === node.ELEMENT_NODE)
  return isOwn && isAll && lines.every((line) => line !== null) ? lines : null
}

/** The cursor, what is marked, and numbers that stand beside the code. */
function saysNothing(part: Element, content: Element): boolean {
  if (part.matches('.cm-layer, .cm-announced')) return part.textContent === ''
  if (!part.matches('.cm-gutters')) return false
  const isBeside = rectOf(part).right <= rectOf(content).left + 1
  return isBeside && /^[\d\s›⌄]*$/.test(part.textContent)
}
