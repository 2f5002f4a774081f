import { formMarks, formOf } from '../../text/form-marks.ts'

/** Where something of a formula is seen, in pixels: its ink, not the box that the page gives it. */
export interface SeenPart {
  /** What it reads like: its signs, or a form of text/form-marks.ts. */
  readonly text: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Where its line stands. */
  readonly base: number
  /** Of the font around it. */
  readonly size: number
}

/** What is drawn is not what its elements say, or nothing that is known. */
export class OddFormula extends Error {}

export function insist(holds: boolean): asserts holds {
  if (!holds) throw new OddFormula()
}

/** What no signs say: a stroke of a drawing. */
export const marked = (stroke: string) => formMarks.stroke + stroke + formMarks.stroke

export const seenLine = marked('line')
export const seenBox = marked('box')

/** From the line of a formula up to its middle, in sizes of its font. */
export const axis = 0.25

function around(
  all: readonly (SeenPart | null)[],
  text: string,
  base: number,
  size: number,
): SeenPart {
  const parts = all.filter((part) => part !== null)
  return {
    text,
    base,
    size,
    left: Math.min(...parts.map(({ left }) => left)),
    right: Math.max(...parts.map(({ right }) => right)),
    top: Math.min(...parts.map(({ top }) => top)),
    bottom: Math.max(...parts.map(({ bottom }) => bottom)),
  }
}

const middleOf = ({ top, bottom }: SeenPart) => (top + bottom) / 2
const centreOf = ({ left, right }: SeenPart) => (left + right) / 2

/** Beside one another, on one line. @param widest room between two of them, in sizes of the font */
export function rowOf(parts: readonly SeenPart[], widest = 3.5): SeenPart {
  let text = ''
  let before: SeenPart | null = null
  let isSpaced = false
  for (const part of parts) {
    text += part.text
    if (part.text === ' ') {
      isSpaced = true
      continue
    }
    if (before !== null) {
      const { size } = before
      const gap = (part.left - before.right) / size
      insist(gap > -0.25 && gap < widest && centreOf(part) > centreOf(before))
      insist(Math.abs(part.base - before.base) < 0.15 * size)
      insist(Math.abs(part.size / size - 1) < 0.1)
      // A space is seen, and two numbers are not one.
      insist(!isSpaced || gap > 0.12)
      insist(isSpaced || gap < 0.45 || !/\d$/.test(before.text) || !/^\d/.test(part.text))
    }
    before = part
    isSpaced = false
  }
  const seen = parts.filter((part) => part.text !== ' ')
  const [start] = seen
  insist(start !== undefined)
  return around(seen, text, start.base, start.size)
}

/** A fraction, or two of which one stands above the other; with room at its sides, so that nothing else may be of it. */
export function fractionOf(
  above: SeenPart,
  below: SeenPart,
  line: SeenPart | null,
  size: number,
): SeenPart {
  const cut = line ?? around([above, below], '', 0, size)
  const [from, to] = line
    ? [line.top, line.bottom]
    : [(above.bottom + below.top) / 2, (above.bottom + below.top) / 2]
  insist(above.bottom < from + 0.1 * size && below.top > to - 0.1 * size)
  insist(from - above.bottom < size && below.top - to < size)
  for (const part of [above, below]) {
    insist(part.left > cut.left - 0.15 * size && part.right < cut.right + 0.15 * size)
    insist(Math.abs(centreOf(part) - centreOf(cut)) < 0.3 * size && part.size < size * 1.05)
  }
  const text = formOf(line ? 'f' : 'b', above.text, below.text)
  return around([above, below, cut], text, (from + to) / 2 + axis * size, size)
}

/** One exponent and one index behind what they are of. */
export function scriptsOf(of: SeenPart, below: SeenPart | null, above: SeenPart | null): SeenPart {
  const { size } = of
  for (const [script, is] of [
    [below, 'below'],
    [above, 'above'],
  ] as const) {
    if (!script) continue
    const raised = (of.base - script.base) / size
    insist(script.size < size * 0.92)
    insist(is === 'above' ? raised > 0.2 : raised < -0.07)
    // Beside what is high they stand at its ends, and those of an integral below its own.
    if (of.bottom - of.top > 1.3 * size) {
      insist(is === 'above' ? middleOf(script) < middleOf(of) : middleOf(script) > middleOf(of))
    }
    const away = is === 'above' ? of.top - script.bottom : script.top - of.bottom
    insist(away < 0.5 * size)
    const gap = (script.left - of.right) / size
    insist(gap > (is === 'below' ? -0.75 : -0.3) && gap < 0.5 && centreOf(script) > centreOf(of))
  }
  insist(!below || !above || above.bottom < below.top + 0.1 * size)
  return around(
    [of, below, above],
    of.text + formOf('s', below?.text ?? '', above?.text ?? ''),
    of.base,
    size,
  )
}

/** Above and below something, in the middle of it. */
export function limitedOf(of: SeenPart, below: SeenPart | null, above: SeenPart | null): SeenPart {
  const { size } = of
  for (const part of [below, above]) {
    if (!part) continue
    const gap = part === below ? part.top - of.bottom : of.top - part.bottom
    insist(gap > -0.1 * size && gap < 0.6 * size && part.size < size * 0.92)
    insist(Math.abs(centreOf(part) - centreOf(of)) < 0.4 * size)
  }
  const text = formOf('l', of.text, below?.text ?? '', above?.text ?? '')
  return around([of, below, above], text, of.base, size)
}

/** @param sign from before all that stands under it to where that ends */
export function rootOver(under: SeenPart, sign: SeenPart, which: SeenPart | null): SeenPart {
  const { size } = under
  const room = (under.left - sign.left) / size
  const tail = (sign.right - under.right) / size
  insist(sign.top < under.top + 0.05 * size && sign.bottom > middleOf(under))
  insist(room > 0.5 && room < 1.4 && tail > -0.1 && tail < 0.3)
  if (which) {
    insist(
      which.size < size * 0.8 && which.right < under.left && which.base < under.base - 0.1 * size,
    )
    insist(which.left > sign.left - 0.6 * size && which.right > sign.left - 0.2 * size)
    insist(which.bottom > sign.top - 0.8 * size)
  }
  const own = sign.text === '' ? [] : [sign.text]
  return around(
    [under, sign, which],
    formOf('r', under.text, which?.text ?? '', ...own),
    under.base,
    size,
  )
}

/** A line or a sign over all of it, or below. */
export function accentOf(of: SeenPart, sign: SeenPart): SeenPart {
  const { size } = of
  const isLine = sign.text === seenLine
  const isBelow = isLine && middleOf(sign) > of.base
  const gap = isBelow ? sign.top - of.bottom : of.top - sign.bottom
  insist(gap > -0.15 * size && gap < 0.5 * size)
  // A sign leans with its letter.
  insist(Math.abs(centreOf(sign) - centreOf(of)) < (isLine ? 0.15 : 0.3) * size)
  if (isLine || of.right - of.left > size) {
    insist(Math.abs(sign.right - sign.left - (of.right - of.left)) < 0.45 * size)
  }
  const text = isLine ? (isBelow ? '_' : '¯') : sign.text
  return around([of, sign], formOf('a', of.text, text), of.base, size)
}

/** Of rows, by where its cells are seen. */
export function tableOf(cells: readonly SeenPart[], size: number): SeenPart {
  const rows: SeenPart[][] = []
  for (const cell of cells.toSorted((a, b) => a.base - b.base)) {
    const row = rows.at(-1)
    const [last] = row ?? []
    if (row && last && Math.abs(cell.base - last.base) < 0.2 * size) row.push(cell)
    else rows.push([cell])
  }
  const lines = rows.map((row) => {
    const sorted = row.toSorted((a, b) => a.left - b.left)
    const apart = sorted.flatMap((cell, at) => {
      const next = sorted[at + 1]
      const isApart = next !== undefined && next.left - cell.right > 0.5 * size
      return [isApart ? { ...cell, text: cell.text + formMarks.cell } : cell]
    })
    return rowOf(apart, 20)
  })
  for (const [at, line] of lines.entries()) {
    const above = lines[at - 1]
    insist(!above || (above.bottom < line.top + 0.1 * size && line.top - above.bottom < 3 * size))
  }
  const all = around(lines, formOf('t', ...lines.map(({ text }) => text)), 0, size)
  return { ...all, base: middleOf(all) + axis * size }
}

/** A bracket in pieces. */
export function bracketOf(pieces: readonly SeenPart[], size: number): SeenPart {
  const sorted = pieces.toSorted((a, b) => b.top + b.bottom - a.top - a.bottom)
  for (const [at, piece] of sorted.entries()) {
    const below = sorted[at - 1]
    insist(!below || Math.abs(below.top - piece.bottom) < 0.3 * size)
    insist(!below || Math.abs(centreOf(below) - centreOf(piece)) < 0.5 * size)
  }
  const text = sorted.map((piece) => piece.text).join('')
  const all = around(sorted, formOf('d', text), 0, size)
  return { ...all, base: middleOf(all) + axis * size }
}

export function boxOf(of: SeenPart, box: SeenPart): SeenPart {
  insist(box.left < of.left && box.right > of.right && box.top < of.top && box.bottom > of.bottom)
  insist(of.left - box.left < of.size && box.right - of.right < of.size)
  return around([of, box], formOf('x', of.text), of.base, of.size)
}
