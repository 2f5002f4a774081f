import { marks } from './marks.ts'

/** Code and formulas keep every space; of all else a run of them is one, as on a page. */
const code = new RegExp(
  `(${marks.fence}[^${marks.fenceEnd}]*${marks.fenceEnd}|${marks.code}[^${marks.codeEnd}]*${marks.codeEnd}|[${marks.formula}${marks.uncompared}][^${marks.formulaEnd}]*${marks.formulaEnd})`,
)

const { bullet, number, heading, headingEnd, quote, quoteEnd, rule, fence, fenceEnd } = marks
const { row, cell, tableEnd, capitals, thought, thoughtEnd } = marks
const { formula, uncompared, formulaEnd } = marks
const lines = [
  bullet,
  number,
  heading,
  headingEnd,
  quote,
  quoteEnd,
  rule,
  row,
  cell,
  tableEnd,
  capitals,
  thought,
  thoughtEnd,
]
const beside = [...lines, fence, fenceEnd, formula, uncompared, formulaEnd].join('')
const besideBlocks = new RegExp(` ?([${beside}]) ?`, 'g')

/** Lines that begin with room, or tabs anywhere: how such a text is spaced may be part of what it says. */
const isSpaced = /\t|\n {2,}\S|\n\u00A0/

/** Not those that draw nothing, or a stroke. */
const space = /[^\S\uFEFF\u1680]+/g

/**
 * One form for every way to draw the same text. Outside of code spaces and line ends count as one space,
 * unless the text is set out with them.
 */
export function squeeze(text: string): string {
  const parts = text.replaceAll(/\r\n?/g, '\n').split(code)
  const keepsSpaces = parts.some((part, at) => at % 2 === 0 && isSpaced.test(part))
  return parts
    .map((part, at) => {
      if (at % 2 === 1) return part
      return keepsSpaces ? part.replaceAll(/[ \t]+(?=\n|$)/g, '') : part.replaceAll(space, ' ')
    })
    .join('')
    .replaceAll(besideBlocks, '$1')
    .trim()
    .normalize('NFC')
}
