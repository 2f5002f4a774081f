import { formulaSource } from './formula-source.ts'
import { signedFormula } from './known-formulas.ts'
import { marks } from './marks.ts'
import { renderedLine } from './rendered-line.ts'
import { beginsTable, renderedTable, type TableWays } from './rendered-table.ts'
import { squeeze } from './squeeze.ts'

/** How renderers differ. */
interface Ways extends TableWays {
  /** The language above a block of code. */
  readonly languages: 'written' | 'capitals' | 'left-out'
}

/**
 * What a page reads like that draws this markdown, in marks; null where that cannot be told. It knows the
 * marks that every renderer draws alike, and takes for a mark only what cannot be meant as a sign: all
 * else stays as it was written, so that a page which drew it in another way reads otherwise.
 */
export function renderedReading(
  markdown: string,
  { languages, formulas, heads }: Ways,
): string | null {
  const lines = markdown.replaceAll(/\r\n?/g, '\n').split('\n')
  const out: string[] = []
  let paragraph: string[] = []
  let isQuoted = false
  /** Lines that are set in belong to an item of a list. */
  let isItem = false

  function endParagraph(): void {
    if (paragraph.length > 0) out.push(renderedLine(paragraph.join(' '), formulas))
    paragraph = []
  }

  function quote(isNow: boolean): void {
    if (isNow === isQuoted) return
    endParagraph()
    out.push(isNow ? marks.quote : marks.quoteEnd)
    isQuoted = isNow
  }

  for (let at = 0; at < lines.length; at += 1) {
    const written = lines[at] ?? ''
    const quoted = /^ {0,3}>[ \t]?(.*)$/.exec(written)
    if (quoted && !isQuoted && mayBeSign(quoted[1] ?? '')) return null
    // A line without the mark may be the quotation's or not: renderers differ.
    if (!quoted && isQuoted && written.trim() !== '') return null
    quote(quoted !== null)
    const line = quoted?.[1] ?? written
    if (!quoted && beginsTable(lines, at)) {
      const table =
        paragraph.length > 0 || isItem ? null : renderedTable(lines, at, { formulas, heads })
      if (table === null) return null
      out.push(table.reading)
      at = table.next - 1
      continue
    }
    const fence = /^([ \t]*)(`{3,}|~{3,})[ \t]*([^`\s]*)[^`]*$/.exec(line)
    if (fence) {
      const end = fenceEnd(lines, at, fence)
      if (end === null || quoted) return null
      endParagraph()
      if (languages === 'written') out.push(fence[3] ?? '')
      if (languages === 'capitals') out.push((fence[3] ?? '').toUpperCase())
      const code = lines.slice(at + 1, end).map((each) => withoutIndent(each, fence[1] ?? ''))
      out.push(`${marks.fence}${code.join('\n')}${marks.fenceEnd}`)
      at = end
      continue
    }
    const display = formulas === 'drawn' && !quoted ? displayAt(lines, at) : null
    if (display) {
      endParagraph()
      out.push(signedFormula(display.source))
      at = display.end
      continue
    }
    const block = blockOf(line, paragraph.length > 0)
    if (block === 'undecidable') return null
    if (block === 'none') {
      const isIndented = /^(?: {2}|\t)/.test(line)
      // Code that is set out without a fence is drawn without its room.
      if (isIndented && !isItem) return null
      isItem &&= isIndented
      paragraph.push(line.trim())
      continue
    }
    endParagraph()
    if (block === 'blank') continue
    isItem = block.rest !== null && block.after === null
    out.push(block.mark)
    // The lines behind it belong to the item.
    if (block.rest !== null) paragraph.push(block.rest)
    if (block.after !== null) {
      endParagraph()
      out.push(block.after)
    }
  }
  endParagraph()
  if (isQuoted) out.push(marks.quoteEnd)
  return squeeze(out.join(' '))
}

interface Block {
  readonly mark: string
  readonly rest: string | null
  readonly after: string | null
}

function blockOf(written: string, isWithin: boolean): Block | 'none' | 'blank' | 'undecidable' {
  const line = written.trim()
  if (line === '') return 'blank'
  // Under words it makes a heading of them.
  if (/^(?:=+|-+)$/.test(line) && isWithin) return 'undecidable'
  if (/^([-*_])(?:[ \t]*\1){2,}$/.test(line)) return { mark: marks.rule, rest: null, after: null }
  const heading = /^(#{1,6})[ \t]+(.*)$/.exec(line)
  if (heading) {
    const rest = (heading[2] ?? '').replace(/[ \t]+#+$/, '')
    const level = heading[1]?.length ?? 0
    // `# of items` counts them, and `# 5` is the fifth.
    if (level === 1 && (/^\p{Ll}/u.test(rest) || mayBeSign(rest))) return 'undecidable'
    return { mark: `${level}${marks.heading}`, rest, after: marks.headingEnd }
  }
  const item = /^(?:([-*+])|(\d{1,9})[.)])[ \t]+(.*)$/.exec(line)
  if (!item) return 'none'
  const rest = item[3] ?? ''
  if (/^(?:[-*+>]|\d+[.)]|#{1,6})[ \t]/.test(rest)) return 'undecidable'
  if (item[2] !== undefined) {
    return { mark: `${Number(item[2])}${marks.number}`, rest, after: null }
  }
  return mayBeSign(rest) ? 'undecidable' : { mark: marks.bullet, rest, after: null }
}

/** Behind `-`, `+`, `*`, `>` or `#`: a number, a sum of money, or the name of a variable. */
function mayBeSign(rest: string): boolean {
  const words = rest.replace(/^[\s*_`~]+/, '')
  return /^[\p{N}\p{Sc}.,(=<>+−-]|^\p{L}(?:$|[\s\p{N}+*/^=<>−-])/u.test(words)
}

/** A formula of lines of its own; null for what is none, or has no end. */
function displayAt(
  lines: readonly string[],
  start: number,
): { readonly source: string; readonly end: number } | null {
  const first = lines[start]?.trim() ?? ''
  const open = /^(?:\$\$|\\\[)/.exec(first)?.[0]
  if (open === undefined) return null
  const close = open === '$$' ? '$$' : String.raw`\]`
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at]?.trim() ?? ''
    const isOpening = at === start && line.length < open.length + close.length
    if (isOpening || !line.includes(close, at === start ? open.length : 0)) {
      // A formula has no empty lines.
      if (line === '') return null
      continue
    }
    const tex = lines
      .slice(start, at + 1)
      .join('\n')
      .trim()
    const inner = tex.slice(open.length, -close.length)
    const source = tex.endsWith(close) && !inner.includes(close) ? formulaSource(inner) : null
    return source === null ? null : { source, end: at }
  }
  return null
}

/** The line that ends it; null for one that nothing ends. */
function fenceEnd(lines: readonly string[], start: number, fence: RegExpExecArray): number | null {
  const [, , open = ''] = fence
  const mark = open.charAt(0)
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim()
    if (line.length >= open.length && line.replaceAll(mark, '') === '') return at
  }
  return null
}

/** As much room as the fence itself has, and no more. */
function withoutIndent(line: string, indent: string): string {
  let at = 0
  while (at < indent.length && (line[at] === ' ' || line[at] === '\t')) at += 1
  return line.slice(at)
}
