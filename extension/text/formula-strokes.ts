import { formMarks } from './form-marks.ts'
import { path as strokes, sqrtPath, tallDelim } from 'katex/src/svgGeometry.ts'

interface Stroke {
  /** The box that it is drawn into: as wide, and as high where it is always. */
  readonly width: string
  readonly height: string | null
  /** How it fills its box. */
  readonly fills: string
  readonly name: string
  /** @param height of the box */
  readonly path: (height: number) => string
}

const root = (size: string, height: string | null): Stroke => ({
  width: '400000',
  height,
  fills: 'xMinYMin slice',
  name: '√',
  path: (high) => sqrtPath(size, 0, high),
})

/** As long as what it stands beside. @param ends how much of its height its two ends have */
const bracket = (label: string, width: string, ends: number, name: string): Stroke => ({
  width,
  height: null,
  fills: '',
  name,
  path: (height) => tallDelim(label, height - ends),
})

const fixed = (label: string, box: string, fills: string, name: string): Stroke => {
  const [width = '', height = ''] = box.split(' ')
  return { width, height, fills, name, path: () => strokes[label] ?? '' }
}

/** Strokes as KaTeX draws them. */
const known: readonly Stroke[] = [
  root('sqrtMain', '1080'),
  root('sqrtSize1', '1296'),
  root('sqrtSize2', '1944'),
  root('sqrtSize3', '2592'),
  root('sqrtSize4', '3240'),
  root('sqrtTall', null),
  bracket('lparen', '875', 3600, '('),
  bracket('rparen', '875', 3600, ')'),
  bracket('lbrack', '667', 3600, '['),
  bracket('rbrack', '667', 3600, ']'),
  bracket('vert', '333', 1200, '|'),
  fixed('vec', '471 714', 'xMinYMin', '→'),
  fixed('rightarrow', '400000 522', 'xMaxYMin slice', '→'),
  fixed('widehat1', '1062 239', 'none', '^'),
  fixed('widehat2', '2364 300', 'none', '^'),
  fixed('widehat3', '2364 360', 'none', '^'),
  fixed('widehat4', '2364 420', 'none', '^'),
  fixed('tilde1', '600 260', 'none', '~'),
  fixed('tilde2', '1033 286', 'none', '~'),
  fixed('tilde3', '2339 306', 'none', '~'),
  fixed('tilde4', '2340 312', 'none', '~'),
]

/** What a stroke is of; null for one that is not known. @param path its box, how it fills that, and its path */
export function strokeName(path: string): string | null {
  const [box = '', fills = '', seen = ''] = path.split(';')
  const [, width = '', height = ''] = /^0 0 ([\d.]+) ([\d.]+)$/.exec(box) ?? []
  const steps = stepsOf(seen)
  if (steps === null || steps.length === 0) return null
  const stroke = known.find(
    (each) =>
      each.width === width &&
      (each.height ?? height) === height &&
      each.fills === fills &&
      isSame(steps, stepsOf(each.path(Number(height)))),
  )
  if (stroke !== undefined) return stroke.name
  return fills === 'xMinYMin' && isLine(steps, Number(height)) ? formMarks.piece : null
}

/** Between two pieces of a bracket, from above to below, and drawn once more over itself. */
function isLine(steps: readonly Step[], height: number): boolean {
  const [left = 0, right = 0] = [steps[0]?.[1], steps[1]?.[1]]
  const line = `M${left} 0H${right}V${height}H${left}z`
  return Math.abs(right - left) < 130 && isSame(steps, stepsOf(line + line))
}

/** A letter, and its numbers. */
type Step = readonly [string, ...number[]]

/** How many numbers each step takes. */
const lengths: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Z: 0 }

/** One for each step, from the corner of the box: browsers write them in ways of their own. Null for one with others. */
function stepsOf(path: string): readonly Step[] | null {
  const steps: Step[] = []
  let [x, y] = [0, 0]
  let start: readonly [number, number] = [0, 0]
  for (const [, written = '', rest = ''] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const letter = written.toUpperCase()
    const given = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
    const length = lengths[letter]
    if (length === undefined || given.length % Math.max(1, length) > 0) return null
    for (let at = 0; at === 0 || at < given.length; at += Math.max(1, length)) {
      const isRelative = letter !== written
      const numbers = given
        .slice(at, at + length)
        .map((number, index) =>
          isRelative ? number + (letter === 'V' || index % 2 === 1 ? y : x) : number,
        )
      if (letter === 'H') x = numbers[0] ?? x
      else if (letter === 'V') y = numbers[0] ?? y
      else if (letter === 'Z') [x, y] = start
      else [x = x, y = y] = numbers.slice(-2)
      if (letter === 'M') start = [x, y]
      steps.push([letter, ...numbers])
      if (length === 0) break
    }
  }
  return steps
}

function isSame(seen: readonly Step[], wanted: readonly Step[] | null): boolean {
  return (
    seen.length === wanted?.length &&
    wanted.every((step, at) =>
      step.every((value, index) => {
        const other = seen[at]?.[index]
        return typeof value === 'number'
          ? Math.abs(value - Number(other)) < 0.05
          : value === other && step.length === seen[at]?.length
      }),
    )
  )
}
