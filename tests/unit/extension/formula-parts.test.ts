import { expect, test } from 'vitest'
import {
  bracketOf,
  OddFormula,
  type SeenPart,
} from '../../../extension/content/badge/formula-parts.ts'
import { formOf } from '../../../extension/text/form-marks.ts'

const part = (text: string, top: number, bottom: number): SeenPart => ({
  text,
  top,
  bottom,
  left: 0,
  right: 7,
  base: bottom,
  size: 19,
})
const [foot, line, head] = [part('⎣', 85.2, 121.2), part('-', 85.7, 86), part('⎡', 50.4, 86.4)]

test('the pieces of a bracket follow each other from below, however short the line between them is', () => {
  expect(bracketOf([foot, line, head], 19).text).toBe(formOf('d', '⎣-⎡'))
  expect(bracketOf([head, line, foot], 19).text).toBe(formOf('d', '⎣-⎡'))
})

test('pieces that are apart, or beside each other, are no bracket', () => {
  const apart = { ...head, top: head.top - 20, bottom: head.bottom - 20 }
  expect(() => bracketOf([foot, line, apart], 19)).toThrow(OddFormula)
  const beside = { ...head, left: 20, right: 27 }
  expect(() => bracketOf([foot, line, beside], 19)).toThrow(OddFormula)
  const same = { ...head, top: foot.top, bottom: foot.bottom }
  expect(() => bracketOf([foot, line, same], 19)).toThrow(OddFormula)
})
