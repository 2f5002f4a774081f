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

/** Longest text that is parsed, in characters: some texts take time that grows faster than they do. */
const longestParsed = 16 * 1024

/** Most characters of one kind that open something: a text of nothing else would take minutes. */
const mostOpeners = 4_000

/** Lists in lists in one line. */
const nested = /^(?:[ \t]*(?:[-+*>]|\d{1,9}[.)])[ \t]*){6}/m

const parts = { extensions: [gfmStrikethrough(), gfmTable(), gfmTaskListItem()] }
const tree = [gfmStrikethroughFromMarkdown(), gfmTableFromMarkdown(), gfmTaskListItemFromMarkdown()]

/**
 * A text as renderers of chats read it: GitHub's markdown.
 * @param formulas whether what stands between dollars, or LaTeX's own brackets, is read as a formula
 * @returns null for one that is too long, or made of little but marks
 */
export function parseMarkdown(text: string, formulas: 'read' | 'text'): Root | null {
  if (text.length > longestParsed || nested.test(text)) return null
  if ((text.match(/[[*_~`$<&>]/g)?.length ?? 0) > mostOpeners) return null
  if (formulas === 'text') return fromMarkdown(text, { ...parts, mdastExtensions: tree })
  return fromMarkdown(inDollars(text), {
    extensions: [...parts.extensions, math()],
    mdastExtensions: [...tree, mathFromMarkdown()],
  })
}

/** LaTeX's own brackets as dollars; not within code. */
function inDollars(text: string): string {
  return text.replaceAll(brackets, (all, _code, block: string | undefined, span: string) => {
    if (block !== undefined) return `\n$$\n${block.trim()}\n$$\n`
    return span === undefined ? all : `$${span.trim()}$`
  })
}

const brackets =
  /(^ {0,3}(?:```|~~~)[\s\S]*?^ {0,3}(?:```|~~~)[ \t]*$|`[^`\n]*`)|\\\[([^]{1,4000}?)\\\]|\\\(([^\n]{1,1000}?)\\\)/gm
