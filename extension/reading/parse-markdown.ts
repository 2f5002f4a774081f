import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item'
import { mathFromMarkdown } from 'mdast-util-math'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import { gfmTable } from 'micromark-extension-gfm-table'
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item'
import { math } from 'micromark-extension-math'
import { inDollars, type Dollars } from './dollars.ts'

/** Longest text that is parsed, in characters, and longest part of it: some take time that grows faster than they do. */
const longestParsed = 256 * 1024
const longestPart = 16 * 1024

/** Most characters of one kind that open something: a text of nothing else would take minutes. */
const mostOpeners = 4_000

/** Lists in lists in one line, and lines of two of them. */
const nested = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t]+)){6}/m
const twice = /^(?:[ \t]*(?:[-+*>]|\d{1,9}[.)])[ \t]+){2}/gm
const mostTwice = 200

const gfmFromMarkdown = [
  gfmStrikethroughFromMarkdown(),
  gfmTableFromMarkdown(),
  gfmTaskListItemFromMarkdown(),
]
const withoutHtml = { disable: { null: ['htmlFlow', 'htmlText'] } }

export interface Ways {
  readonly dollars: Dollars
  /** Whether elements are read, or left as they are written. */
  readonly html: boolean
  /** Whether tables, strokes and boxes are read, as GitHub writes them. */
  readonly gfm: boolean
}

/**
 * A text as renderers of chats read it.
 * @returns null for one that is too long, or made of little but marks
 */
export function parseMarkdown(text: string, ways: Ways): Root | null {
  if (text.length > longestParsed) return null
  const source = ways.dollars === 'none' ? text : inDollars(text, ways.dollars)
  const roots = partsOf(source).map((part) => (isParsed(part) ? parse(part, ways) : null))
  const children = roots.flatMap((root) => root?.children ?? [])
  return roots.includes(null) ? null : { type: 'root', children }
}

function isParsed(part: string): boolean {
  return (
    part.length <= longestPart &&
    !nested.test(part) &&
    (part.match(twice)?.length ?? 0) <= mostTwice &&
    (part.match(/[[*_~`$<&>]/g)?.length ?? 0) <= mostOpeners
  )
}

function parse(part: string, ways: Ways): Root {
  const isMath = ways.dollars !== 'none'
  return fromMarkdown(part, {
    extensions: [
      ...(ways.gfm ? [gfmStrikethrough(), gfmTable(), gfmTaskListItem()] : []),
      ...(ways.html ? [] : [withoutHtml]),
      ...(isMath ? [math()] : []),
    ],
    mdastExtensions: [
      ...(ways.gfm ? gfmFromMarkdown : []),
      ...(isMath ? [mathFromMarkdown()] : []),
    ],
  })
}

/** A long text in parts that stand by themselves: between them is an empty line, and no code goes over it. */
function partsOf(text: string): readonly string[] {
  if (text.length <= longestPart) return [text]
  const parts: string[] = ['']
  let fence: string | null = null
  let isBehindEmpty = false
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,}|\$\$(?=\s*$))/.exec(line)?.[1]?.slice(0, 3)
    const last = parts.at(-1) ?? ''
    if (fence === null && isBehindEmpty && /^\S/.test(line) && last.length > longestPart / 4) {
      parts.push(`${line}\n`)
    } else parts[parts.length - 1] = `${last}${line}\n`
    if (mark !== undefined) fence = fence === null ? mark : fence === mark ? null : fence
    isBehindEmpty = line.trim() === ''
  }
  return parts
}
