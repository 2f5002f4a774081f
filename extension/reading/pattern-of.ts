import type { Code, Html, List, Nodes } from 'mdast'
import { besideCode, languageLabels } from './added-by-pages.ts'
import { fold } from './fold.ts'
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
      return [optional(fold(node.alt ?? ''))]
    case 'delete':
      return [optional('~~'), ...childrenOf(node), optional('~~')]
    case 'list':
      return listPattern(node)
    case 'footnoteReference':
      return [`[^${fold(node.label ?? node.identifier)}]`]
    default:
      return childrenOf(node)
  }
}

function childrenOf(node: Nodes): Pattern {
  return 'children' in node ? node.children.flatMap((child) => patternOf(child)) : []
}

/** Two dashes may be drawn as one, and stars that the parser leaves beside a letter of no Latin word as none. */
function textPattern(value: string): Pattern {
  return value.split(/(-{2,3}|(?<![\dA-Za-z]|^)\*\*|\*\*(?![\dA-Za-z]|$))/).map((text, at) => {
    if (at % 2 === 0) return fold(text)
    return text === '**' ? optional(text) : { oneOf: [[text], ['-']] }
  })
}

function codePattern({ lang, value }: Code): Pattern {
  if (lang === 'math') return [{ oneOf: [[{ code: fold(value) }], [formulaPart(value)]] }]
  const label: PatternPart = {
    oneOf: [[], ...languageLabels(lang ?? '').map((name) => [fold(name)])],
  }
  const control: PatternPart = { oneOf: [[], ...besideCode.map((words) => [fold(words)])] }
  return [control, label, control, { code: fold(value) }, control]
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

function htmlPattern({ value }: Html): Pattern {
  const drawn = withoutTags(value)
  return drawn === null ? [fold(value)] : [{ oneOf: [[fold(drawn)], [fold(value)]] }]
}

function listPattern({ ordered, start, children }: List): Pattern {
  return children.flatMap((item, at): Pattern => {
    const box: Pattern =
      typeof item.checked === 'boolean' ? [optional(item.checked ? '[x]' : '[]')] : []
    const number: Pattern = ordered ? [`${(start ?? 1) + at}.`] : []
    return [...number, ...box, ...childrenOf(item)]
  })
}
