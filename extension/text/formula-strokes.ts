import { formMarks } from './form-marks.ts'
import { isSame, stepsOf, type Step } from './path-steps.ts'
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
  // As KaTeX 0.16 draws its foot.
  {
    ...bracket('lbrack', '667', 3600, '['),
    path: (height) => tallDelim('lbrack', height - 3600).replaceAll(' v84 h', ' h'),
  },
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
