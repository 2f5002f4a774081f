import type { Code, Html, List, Nodes, Table } from 'mdast'
import { behindLink, insteadOfImage, signsBehind } from './added-by-pages.ts'
import { fold } from './fold.ts'
import { marks } from './marks.ts'
import { optional, type PatternPart, type Pattern } from './pattern.ts'
import { withoutTags } from './without-tags.ts'

/** What a page may read like that draws this. */
export function patternOf(node: Nodes): Pattern {
  switch (node.type) {
    case 'text':
      return textPattern(node.value)
    case 'inlineCode':
      return [fold(node.value)]
    case 'code':
      return codePattern(node)
    case 'math':
    case 'inlineMath':
      return [formulaPart(node.value)]
    case 'html':
      return htmlPattern(node)
    case 'image':
    case 'imageReference':
      return [{ oneOf: [[], ...insteadOfImage(node.alt ?? '').map((words) => [fold(words)])] }]
    case 'link':
    case 'linkReference':
      return [...childrenOf(node), optional(behindLink)]
    case 'delete':
      return [stroke, ...childrenOf(node), stroke]
    case 'root':
      return node.children.flatMap((child) => [...patternOf(child), completed])
    case 'table':
      return tablePattern(node)
    case 'list':
      return listPattern(node)
    default:
      return childrenOf(node)
  }
}

function childrenOf(node: Nodes): Pattern {
  return 'children' in node ? node.children.flatMap((child) => patternOf(child)) : []
}

/**
 * Two dashes may be drawn as one, stars that the parser leaves beside a letter of no Latin word as none, and numbers of
 * footnotes in brackets.
 */
function textPattern(value: string): Pattern {
  return value.split(special).map((text, at): PatternPart => {
    if (at % 2 === 0) return fold(text)
    if (text === '**') return optional(text)
    if (text === marks.notes) return optional('Footnotes')
    if (!text.startsWith(marks.note)) return { oneOf: [[text], ['-']] }
    const number = text.slice(1, -1)
    return { oneOf: [[`^${number}`], [`^[${number}]`]] }
  })
}

const special = new RegExp(
  String.raw`(-{2,3}|(?<![\dA-Za-z]|^)\*\*|\*\*(?![\dA-Za-z]|$)|${marks.note}\d+${marks.note}|${marks.notes})`,
)

function codePattern({ lang, value }: Code): Pattern {
  const code = { code: fold(value) }
  return lang === 'math' ? [{ oneOf: [[code], [formulaPart(value)]] }] : [code]
}

/** Drawn, or left as it is written: with its signs, without them, or without what markdown takes for an escape. */
function formulaPart(value: string): PatternPart {
  const source = value.replaceAll(/\s/g, '')
  const texts = [value, value.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '')].map(fold)
  const signs = [
    ['$', '$'],
    ['$$', '$$'],
    [String.raw`\(`, String.raw`\)`],
    [String.raw`\[`, String.raw`\]`],
    ['(', ')'],
    ['[', ']'],
    ['', ''],
  ] as const
  const written = texts.flatMap((text) => signs.map(([open, close]) => [open + text + close]))
  return { oneOf: [[{ formula: source }], ...written] }
}

/** Cells for which the head has no column are left out. */
function tablePattern({ children: rows }: Table): Pattern {
  const columns = rows[0]?.children.length ?? 0
  return rows.flatMap(({ children: cells }) =>
    cells.flatMap((cell, at) => (at < columns ? patternOf(cell) : [optional(...patternOf(cell))])),
  )
}

const stroke: PatternPart = { oneOf: [[], ['~~'], ['~']] }

/** What renderers of unfinished texts add behind a block, to end what they take for open. */
const completed: PatternPart = {
  oneOf: [[], ...signsBehind.map((signs) => [signs])],
}

function htmlPattern({ value }: Html): Pattern {
  const drawn = withoutTags(value)
  if (drawn === null) return [fold(value)]
  const behind = /<a[\s>]/i.test(value) ? [optional(behindLink)] : []
  return [{ oneOf: [[fold(drawn), ...behind], [fold(value)]] }]
}

function listPattern({ ordered, start, children }: List): Pattern {
  return children.flatMap((item, at): Pattern => {
    const box: Pattern =
      typeof item.checked === 'boolean' ? [optional(item.checked ? '[x]' : '[]')] : []
    const number: Pattern = ordered ? [`${(start ?? 1) + at}.`] : []
    return [...number, ...box, ...childrenOf(item)]
  })
}
