import { expect, test } from 'vitest'
import fc from 'fast-check'
import { scanJson } from '../../../shared/json/scan-json.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const isWithin = (text: string, values: number, depth = 128) => {
  try {
    scanJson(bytesOf(text), { values, depth })
    return true
  } catch {
    return false
  }
}

/** Members and items at every depth, counted by who has read the text. */
function countValues(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  const inside = Object.values(value as object)
  return inside.reduce<number>((count, each) => count + 1 + countValues(each), 0)
}

test('members and items are counted as a reader counts them, whatever the text looks like', () => {
  const written = fc.tuple(fc.json(), fc.constantFrom(undefined, 1, '\t', ' \n'))
  fc.assert(
    fc.property(written, ([json, space]) => {
      const value: unknown = JSON.parse(json)
      const count = countValues(value)
      const text = JSON.stringify(value, null, space)
      expect(isWithin(text, count)).toBe(true)
      if (count > 0) expect(isWithin(text, count - 1)).toBe(false)
    }),
  )
})

test.each([
  ['a quote that is escaped', '["\\",[,[,[,[,"]', 1],
  ['a backslash before the last quote', '["\\\\",1]', 2],
  ['marks within a text', '{"a,b:[{":"}],:"}', 1],
  ['numbers with nothing between them', '[1,-2.5e+3,true,null]', 4],
])('%s is read as what it is', (_, text, count) => {
  expect(isWithin(text, count)).toBe(true)
  expect(isWithin(text, count - 1)).toBe(false)
})

test('depth is counted where it is, and not in texts', () => {
  expect(isWithin('[[[]]]', 9, 3)).toBe(true)
  expect(isWithin('[[[]]]', 9, 2)).toBe(false)
  expect(isWithin('[{"a":[]},{"a":[]}]', 9, 3)).toBe(true)
  expect(isWithin('["[[[[[["]', 9, 1)).toBe(true)
})

test('what is not JSON at all is counted all the same', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      try {
        scanJson(bytes, { values: 5, depth: 3 })
      } catch (error) {
        expect((error as { code: string }).code).toMatch(/^JSON_TOO_(?:DEEP|MANY_VALUES)$/)
      }
    }),
  )
})

test.each([
  ['members and items', '[1,1,1,'],
  ['levels', '[[[[[['],
  ['commas', '[,,,,,'],
  ['colons', '{:::::'],
])('nothing behind one too many %s is read', (_, start) => {
  const bytes = bytesOf(start + 'x'.repeat(100))
  let farthest = 0
  const watched = new Proxy(bytes, {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name))
        farthest = Math.max(farthest, Number(name))
      return Reflect.get(target, name, target) as unknown
    },
  })
  expect(() => scanJson(watched, { values: 1, depth: 4 })).toThrow()
  expect(farthest).toBeLessThan(8)
})

test.each(['', 'model', 'a'.repeat(32), 'a'.repeat(33), 'n1', 'a"', '_\n'])(
  'the name %j is read as JSON.parse reads it',
  (name) => {
    const { members } = scanJson(bytesOf(`{ ${JSON.stringify(name)} : 1}`))
    expect(members.map(({ key }) => key)).toEqual([name])
  },
)

test.each(['{"ab"c:1}', '{"ab":c":1}'])('%s has no name that JSON would give it', (text) => {
  expect(scanJson(bytesOf(text)).members.map(({ key }) => key)).not.toContain('abc')
})
