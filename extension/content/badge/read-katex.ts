import { inked, slash, takeInk, type Ink } from './formula-ink.ts'
import {
  accentOf,
  boxOf,
  bracketOf,
  fractionOf,
  insist,
  limitedOf,
  rootOver,
  rowOf,
  scriptsOf,
  seenBox,
  seenLine,
  tableOf,
  type SeenPart,
} from './formula-parts.ts'
import { fontSizeOf, styleOf } from './style-of.ts'

/**
 * What KaTeX's elements say that stands where, as it is seen there.
 * @throws {OddFormula} where it is not
 */
export function readKatex(ink: Ink, element: Element): SeenPart {
  return rowOf(within(ink, element))
}

/** Under either of the names that its versions have. */
const is = (element: Element, name: string) =>
  element.classList.contains(name) || element.classList.contains(`katex-${name}`)

function within(ink: Ink, element: Element): readonly SeenPart[] {
  const parts: SeenPart[] = []
  for (const node of element.childNodes) {
    if (!(node instanceof Element)) parts.push(...takeInk(ink, node))
    else if (is(node, 'msupsub')) {
      const of = parts.pop()
      insist(of !== undefined)
      const rows = rowsOf(ink, node)
      const [below, above] = rows.length === 1 ? twoOf(rows[0], of) : rows
      insist(rows.length < 3)
      parts.push(scriptsOf(of, below ?? null, above ?? null))
    } else parts.push(...partsOf(ink, node))
  }
  return struckOf(parts)
}

const twoOf = (script: SeenPart | undefined, of: SeenPart): readonly (SeenPart | undefined)[] =>
  script && script.base > of.base ? [script] : [undefined, script]

function partsOf(ink: Ink, element: Element): readonly SeenPart[] {
  const size = fontSizeOf(styleOf(element))
  if (is(element, 'mfrac')) {
    const rows = rowsOf(ink, element)
    const [below, line, above] = rows.length === 2 ? [rows[0], null, rows[1]] : rows
    insist(below !== undefined && above !== undefined && line !== undefined)
    insist(rows.length < 4 && (line === null || line.text === seenLine))
    return [fractionOf(above, below, line, size)]
  }
  if (is(element, 'op-limits')) {
    const rows = rowsOf(ink, element)
    const largest = Math.max(...rows.map((row) => row.size))
    const at = rows.findIndex((row) => row.size === largest)
    const of = rows[at]
    insist(of !== undefined && rows.length < 4 && at < 2 && rows.length - at < 3)
    return [limitedOf(of, rows[at - 1] ?? null, rows[at + 1] ?? null)]
  }
  if (is(element, 'sqrt')) {
    const which = [...element.children].find((child) => is(child, 'root'))
    const [index, ...more] = which ? rowsOf(ink, which) : []
    const [under, sign, ...others] = rowsOf(ink, element.lastElementChild ?? element)
    insist(under !== undefined && sign !== undefined && more.length + others.length === 0)
    return [rootOver(under, sign, index ?? null)]
  }
  if (is(element, 'accent') || is(element, 'overline') || is(element, 'underline')) {
    const [one, other, ...others] = rowsOf(ink, element)
    insist(one !== undefined && other !== undefined && others.length === 0)
    return [is(element, 'underline') ? accentOf(other, one) : accentOf(one, other)]
  }
  if (is(element, 'mtable')) {
    const columns = inked(ink, element.children)
    return [
      tableOf(
        columns.flatMap((column) => rowsOf(ink, column)),
        size,
      ),
    ]
  }
  if (is(element, 'mult')) {
    return [bracketOf(rowsOf(ink, element), size)]
  }
  if (is(element, 'vlist-t')) {
    const [of, box, ...others] = rowsOf(ink, element)
    insist(of !== undefined && box?.text === seenBox && others.length === 0)
    return [boxOf(of, box)]
  }
  const parts = [...takeInk(ink, element), ...within(ink, element)]
  if (!is(element, 'text') || parts.length === 0) return parts
  // Words have no room within them but their spaces.
  parts.forEach((part, at) => {
    const before = parts[at - 1]
    insist(
      !before ||
        /^ ?$/.test(before.text.trim() + part.text.trim()) ||
        part.text === ' ' ||
        before.text === ' ' ||
        part.left - before.right < 0.16 * size,
    )
  })
  return parts
}

/** What stands above one another in a stack, from below. */
function rowsOf(ink: Ink, element: Element): readonly SeenPart[] {
  const list = element.querySelector('.vlist')
  insist(list !== null)
  return inked(ink, list.children).map((row) => strokeIn(ink, row) ?? rowOf(within(ink, row)))
}

function strokeIn(ink: Ink, row: Element): SeenPart | null {
  const [only, ...others] = [...ink.keys()].filter((node) => row.contains(node))
  if (only === undefined || others.length > 0 || !(only instanceof Element)) return null
  return takeInk(ink, only)[0] ?? null
}

function isThrough(one: SeenPart, other: SeenPart): boolean {
  const { size } = other
  return (
    Math.abs((one.left + one.right) / 2 - (other.left + other.right) / 2) < 0.25 * size &&
    Math.abs(one.base - other.base) < 0.15 * size &&
    Math.abs(one.size / size - 1) < 0.1
  )
}

/** Signs that are drawn with a stroke through them. */
function struckOf(parts: readonly SeenPart[]): readonly SeenPart[] {
  const out: SeenPart[] = []
  for (const part of parts) {
    const before = out.at(-1)
    const isOver = before && isThrough(before, part)
    if (isOver && before.text === slash && part.text === '=')
      out.splice(-1, 1, { ...part, text: '≠' })
    else if (isOver && before.text === '∈' && part.text === '/')
      out.splice(-1, 1, { ...before, text: '∉' })
    else out.push(part)
  }
  return out
}
