/** How the form of a formula is written, of Unicode's private use: no formula may have these of itself. */
export const formMarks = {
  /** Then a letter for what it is, and its parts. */
  open: '\uE030',
  next: '\uE031',
  close: '\uE032',
  /** Around the name of the font of the sign behind it. */
  font: '\uE033',
  /** Between the cells of a row. */
  cell: '\uE034',
  /** Around the stroke of a drawing. */
  stroke: '\uE035',
  /** Before all of it: no source begins so. */
  whole: '\uE036',
  /** What is drawn between two pieces of a bracket, and is nothing anywhere else. */
  piece: '\uE037',
} as const

/** `f`raction, `b`oth (one above the other), `s`cripts (below, above), `l`imits (of what, below, above), `r`oot (of what,
 * which), `a`ccent (of what, which), `t`able (rows), `d`elimiter of pieces, bo`x`. */
type FormKind = 'f' | 'b' | 's' | 'l' | 'r' | 'a' | 't' | 'd' | 'x'

export function formOf(kind: FormKind, ...parts: readonly string[]): string {
  return formMarks.open + kind + parts.join(formMarks.next) + formMarks.close
}
