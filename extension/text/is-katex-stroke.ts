import { isSame, stepsOf } from './path-steps.ts'
import {
  innerPath,
  path as strokes,
  phasePath,
  sqrtPath,
  tallDelim,
} from 'katex/src/svgGeometry.ts'

/** For the height of its box. */
type Shape = (height: number) => string

/** How much of the height of a bracket its two ends have. */
const ends: readonly (readonly [number, string])[] = [
  [1200, 'vert doublevert'],
  [2400, 'lfloor rfloor lceil rceil'],
  [3600, 'lbrack rbrack lparen rparen'],
]

const shapes: readonly Shape[] = [
  ...Object.values(strokes).map((path) => () => path),
  phasePath,
  ...['Main', 'Size1', 'Size2', 'Size3', 'Size4', 'Tall'].map(
    (size): Shape =>
      (height) =>
        sqrtPath(`sqrt${size}`, 0, height),
  ),
  ...ends.flatMap(([both, labels]) =>
    labels.split(' ').map(
      (label): Shape =>
        (height) =>
          // Some have a mistake, where browsers end them.
          tallDelim(label, height - both).split('MM')[0] ?? '',
    ),
  ),
  ...Array.from(
    '⎜∣∥⎟⎢⎥⎪⏐‖',
    (name): Shape =>
      (height) =>
        innerPath(name, height),
  ),
]

const lengths = shapes.map((shape) => stepsOf(shape(9999))?.length)

/** Whether a stroke is one that KaTeX draws, of whatever. @param stroke its box, how it fills that, and its path */
export function isKatexStroke(stroke: string): boolean {
  const [box = '', , seen = ''] = stroke.split(';')
  const height = Number(/^0 0 [\d.]+ ([\d.]+)$/.exec(box)?.[1])
  const steps = stepsOf(seen)
  return shapes.some(
    (shape, at) =>
      steps !== null && lengths[at] === steps.length && isSame(steps, stepsOf(shape(height))),
  )
}
