import { inked, takeInk, type Ink } from './formula-ink.ts'
import {
  accentOf,
  boxOf,
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
 * What the elements of MathJax (3 and 4, in letters) say that stands where, as it is seen there.
 * @throws {OddFormula} where it is not
 */
export function readMathjax(ink: Ink, element: Element): SeenPart {
  return rowOf(within(ink, element))
}

const within = (ink: Ink, element: Element): readonly SeenPart[] =>
  [...element.childNodes].flatMap((node) =>
    node instanceof Element ? partsOf(ink, node) : takeInk(ink, node),
  )

/** Those of a name that are of this element, and of none like it within. */
const all = (of: Element, name: string) =>
  [...of.querySelectorAll(`mjx-${name}`)].filter((each) => each.closest(of.localName) === of)

function partsOf(ink: Ink, element: Element): readonly SeenPart[] {
  const size = fontSizeOf(styleOf(element))
  const of = (name: string) => {
    const [found] = inked(ink, all(element, name))
    return found ? readMathjax(ink, found) : null
  }
  const own = (name: string) => {
    const part = of(name)
    insist(part !== null)
    return part
  }
  const taken = (name: string) => {
    const [found] = all(element, name)
    return (found && takeInk(ink, found)[0]) ?? null
  }
  const name = element.localName.slice(4)
  if (name === 'mfrac') return [fractionOf(own('num'), own('den'), taken('line'), size)]
  if (/^msu[bp]/.test(name) || element.getAttribute('limits') === 'false') {
    const [nucleus, script, ...others] = inked(ink, element.children)
    insist(nucleus !== undefined && script !== undefined && others.length === 0)
    const before = partsOf(ink, nucleus)
    const last = before.at(-1)
    insist(last !== undefined)
    const rows = inked(ink, script.children).map((row) => rowOf(partsOf(ink, row)))
    const [above, below, ...more] = /^m(?:sub|under)$/.test(name) ? [null, ...rows] : rows
    insist(more.length === 0)
    return [...before.slice(0, -1), scriptsOf(last, below ?? null, above ?? null)]
  }
  if (/^m(?:und|ov)er/.test(name)) {
    const [over, under, base] = [of('over'), of('under'), own('base')]
    if (!over || under || !accents.test(over.text)) return [limitedOf(base, under, over)]
    return [accentOf(base, over.text === '–' ? { ...over, text: seenLine } : over)]
  }
  if (name === 'msqrt' || name === 'mroot') {
    const [line, which, sign, under] = [taken('box'), of('root'), own('surd'), own('box')]
    insist(line?.text === seenLine && sign.text === '√')
    insist(Math.abs(line.left - sign.right) + Math.abs(line.top - sign.top) < 0.2 * size)
    const top = Math.min(line.top, sign.top)
    return [rootOver(under, { ...sign, text: '', right: line.right, top }, which)]
  }
  if (name === 'mtable') {
    return [
      tableOf(
        inked(ink, all(element, 'mtd')).map((cell) => readMathjax(ink, cell)),
        size,
      ),
    ]
  }
  if (name === 'menclose') {
    const box = taken('box')
    insist(box?.text === seenBox)
    return [boxOf(own('box'), box)]
  }
  return [...takeInk(ink, element), ...within(ink, element)]
}

const accents = /^(?:[\^ˆ~˜¯ˉ–→˙¨]|\p{M})$/u
