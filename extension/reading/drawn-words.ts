import type { Nodes } from 'mdast'
import { parseMarkdown } from './parse-markdown.ts'
import { thoughtOf } from './thought-of.ts'
import { wordsOf } from './words-of.ts'

/**
 * The words of an answer once its markdown is drawn, in each of the ways in which pages draw it: thoughts may be
 * folded away, and formulas may not be read. They serve for finding the place of an answer, never for saying that
 * a text is the signed one.
 */
export function drawnWords(markdown: string): readonly string[] {
  if (!marked.test(markdown)) return []
  const { inner = '', rest = markdown } = thoughtOf(markdown) ?? {}
  const texts = new Set([markdown, rest, `${inner}\n\n${rest}`])
  const all = [...texts].flatMap((text) => {
    const tree = parseMarkdown(text, { gfm: true, dollars: 'all', html: true })
    if (tree === null) return [wordsOf(unlisted(text))]
    return [textOf(tree, 'kept'), textOf(tree, 'left out')].map(wordsOf)
  })
  return [...new Set(all)].filter((words) => words !== '')
}

/** It has signs that a renderer may draw otherwise; where it has none its words are what they are. */
const marked = /[*_#`[|$\\<~&>]|^[ \t]*(?:[-+]|\d{1,9}[.)])[ \t]/m

function textOf(node: Nodes, formulas: 'kept' | 'left out'): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      return node.value
    case 'code':
      return ` ${node.value} `
    case 'math':
      return formulas === 'kept' ? ` ${node.value} ` : ' '
    case 'inlineMath':
      return formulas === 'kept' ? node.value : ' '
    case 'break':
      return ' '
    case 'html':
    case 'definition':
    case 'image':
    case 'imageReference':
    case 'footnoteReference':
      return ''
    default: {
      if (!('children' in node)) return ''
      const isInline = inline.has(node.type)
      const text = node.children.map((each) => textOf(each, formulas)).join('')
      return isInline ? text : ` ${text} `
    }
  }
}

const inline: ReadonlySet<string> = new Set([
  'emphasis',
  'strong',
  'delete',
  'link',
  'linkReference',
])

/** For a text that is not parsed: without the numbers of lists, which browsers draw and pages do not hold. */
function unlisted(text: string): string {
  return text
    .replaceAll(/^([ \t]*(?:>[ \t]*)*)\d{1,9}[.)][ \t]+/gm, '$1')
    .replaceAll(/(\p{L}|\p{N})[*~`]{1,3}(?=\p{L}|\p{N})/gu, '$1')
}
