import { marks } from './marks.ts'
import { renderedLine, type Formulas } from './rendered-line.ts'

/** How tables are drawn: front-ends may set their heads in capitals. */
export interface TableWays {
  readonly formulas: Formulas
  readonly heads: 'written' | 'capitals'
}

/** `|---|:--:|`: what makes a table of the line above it. */
const ruler = /^\|(?:[ \t]*:?-{1,}:?[ \t]*\|)+$/

export interface RenderedTable {
  readonly reading: string
  /** Number of the line behind it. */
  readonly next: number
}

/** Whether a table begins at this line, with a stroke at both ends of each of its lines. */
export function beginsTable(lines: readonly string[], at: number): boolean {
  return /^\|.*\|$/.test(lines[at]?.trim() ?? '') && ruler.test(lines[at + 1]?.trim() ?? '')
}

/**
 * What a page reads like that draws the table.
 * @returns null where renderers differ about what is a cell of it
 */
export function renderedTable(
  lines: readonly string[],
  start: number,
  { formulas, heads }: TableWays,
): RenderedTable | null {
  const columns = cellsOf(lines[start + 1] ?? '')?.length
  const rows: string[] = []
  let at = start
  for (; at < lines.length && lines[at]?.trim() !== ''; at += 1) {
    if (at === start + 1) continue
    const cells = cellsOf(lines[at] ?? '')
    if (cells === null || cells.length !== columns) return null
    const texts = cells.map((cell) => renderedLine(cell, formulas))
    const isHead = at === start && heads === 'capitals'
    const shown = isHead ? texts.map((text) => marks.capitals + text.toUpperCase()) : texts
    rows.push(marks.row + shown.map((text) => marks.cell + text).join(''))
  }
  return { reading: rows.join('') + marks.tableEnd, next: at }
}

/** Null for a line with signs that a cell may hold, or that may part two. */
function cellsOf(line: string): readonly string[] | null {
  const written = line.trim()
  if (!/^\|.*\|$/.test(written) || written.includes('\\')) return null
  const cells = written.slice(1, -1).split('|')
  // Within code a stroke may be a stroke.
  if (cells.some((cell) => (cell.split('`').length - 1) % 2 === 1)) return null
  return cells.map((cell) => cell.trim())
}
