import type { Code, Html, List, Nodes, Table } from 'mdast'
import { behindLinks, signsBehind } from './added-by-pages.ts'
import { fold } from './fold.ts'
import { marks, unreadable } from './marks.ts'
import { gap, optional, plainest, type Pattern, type PatternPart } from './pattern.ts'
import { withoutTags } from './without-tags.ts'

/** What a page may read like that draws this. */
export function patternOf(node: Nodes): Pattern {
  return inline.has(node.type) ? partsOf(node) : [gap, ...partsOf(node), gap]
}

/** What stands in a line of text; around anything else a page may have a space or none. */
const inline: ReadonlySet<Nodes['type']> = new Set([
  'text',
  'inlineCode',
  'emphasis',
  'strong',
  'delete',
  'link',
  'linkReference',
  'break',
  'html',
])

function partsOf(node: Nodes): Pattern {
  switch (node.type) {
    case 'text':
      return textPattern(node.value)
    case 'inlineCode':
      return [fold(node.value)]
    case 'break':
      return [' ']
    case 'code':
      return codePattern(node)
    case 'math':
    case 'inlineMath':
      return [formulaPart(node.value)]
    case 'html':
      return htmlPattern(node)
    case 'image':
    case 'imageReference':
      return [optional(fold(node.alt ?? ''))]
    case 'link':
    case 'linkReference':
      return [...childrenOf(node), behindLink]
    case 'delete':
      return [stroke, ...childrenOf(node), stroke]
    case 'root':
      return node.children.flatMap((child) => [gap, ...patternOf(child), gap, completed])
    case 'table':
      return tablePattern(node)
    case 'list':
      return listPattern(node)
    default:
      return childrenOf(node)
  }
}

function childrenOf(node: Nodes): Pattern {
  if (!('children' in node)) return []
  let last = ''
  return node.children.flatMap((child) => {
    const pattern = patternOf(child)
    const text = plainest(pattern)
    const isJoined = endsInDigit.test(last) && beginsWithDigit.test(text)
    if (text !== '') last = text
    return isJoined ? [unreadable, ...pattern] : pattern
  })
}

/** Two numbers with nothing but a mark between them are drawn as another one: 2*3*4 as 234. */
const endsInDigit = /\p{N}$/u
const beginsWithDigit = /^\p{N}/u

/**
 * Two dashes may be drawn as one, marks that the parser leaves at the edge of a word as none, and numbers of footnotes in
 * brackets.
 */
function textPattern(value: string): Pattern {
  return value.split(special).map((text, at): PatternPart => {
    if (at % 2 === 0) return fold(text)
    if (/^[*_~]/.test(text)) return optional(text)
    if (text === marks.notes) return optional('Footnotes')
    if (!text.startsWith(marks.note)) return { oneOf: [[text], ['-']] }
    const number = text.slice(1, -1)
    return { oneOf: [[`^${number}`], [`^[${number}]`]] }
  })
}

const special = new RegExp(
  `(${[
    '-{2,3}',
    String.raw`(?<=^|[\s"'(])[*_~]{1,3}(?=\p{L})`,
    String.raw`(?<=[\p{L}.!?])[*_~]{1,3}(?=$|[\s"'.,:;!?)])`,
    String.raw`(?<![\dA-Za-z]|^)\*\*(?=\p{L})`,
    String.raw`(?<=\p{L})\*\*(?![\dA-Za-z]|$)`,
    String.raw`${marks.note}\d+${marks.note}`,
    marks.notes,
  ].join('|')})`,
  'u',
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
  const written = texts.flatMap((text) =>
    signs.map(([open, close]) => [open, gap, text, gap, close]),
  )
  return { oneOf: [[{ formula: source }], ...written] }
}

/** Cells for which the head has no column are left out. */
function tablePattern({ children: rows }: Table): Pattern {
  const columns = rows[0]?.children.length ?? 0
  return rows.flatMap(({ children: cells }) =>
    cells.flatMap((cell, at) => (at < columns ? patternOf(cell) : [optional(...patternOf(cell))])),
  )
}

const behindLink: PatternPart = {
  oneOf: [[], ...behindLinks.map((words) => [gap, words])],
}

const stroke: PatternPart = { oneOf: [[], ['~~'], ['~']] }

/** What renderers of unfinished texts add behind a block, to end what they take for open. */
const completed: PatternPart = {
  oneOf: [[], ...signsBehind.map((signs) => [signs])],
}

function htmlPattern({ value }: Html): Pattern {
  const drawn = withoutTags(value)
  if (drawn === null) return [fold(value)]
  // One that is not ended may be drawn once more, in the next block.
  const links = (value.match(/<a[\s/>]/gi) ?? []).flatMap(() => [behindLink, behindLink])
  return [{ oneOf: [[fold(drawn), ...links], [fold(value)]] }]
}

/** What a page reads like is compared without this mark; the plain reading has it, so that numbers of lists can be left out. */
const numberMark: PatternPart = { oneOf: [[marks.number], []] }

function listPattern({ ordered, start, children }: List): Pattern {
  return children.flatMap((item, at): Pattern => {
    const box: Pattern =
      typeof item.checked === 'boolean' ? [optional(item.checked ? '[x]' : '[ ]')] : []
    const number: Pattern = ordered ? [numberMark, `${(start ?? 1) + at}.`] : []
    return [gap, ...number, gap, ...box, ...childrenOf(item), gap]
  })
}
