import { expect, test } from 'vitest'
import { parseOperator } from '#shared/limits-statement/parse-operator.ts'

test('an operator who says all is read as he says it', () => {
  const operator = { name: 'Example Ltd', url: 'https://example.org/a', contact: 'a@example.org' }
  expect(parseOperator({ operator })).toEqual(operator)
})

test.each([
  [{}, null],
  [{ operator: 'Example Ltd' }, null],
  [{ operator: { name: 7 } }, null],
  [{ operator: { name: 'x'.repeat(129) } }, null],
  [{ operator: { name: 'a', url: 'javascript:alert(1)', contact: 7 } }, ['a', null, null]],
  [{ operator: { name: 'a', url: 'https://x/ y', contact: 'x'.repeat(257) } }, ['a', null, null]],
] as const)('of %j what cannot be shown is left out', (value, shown) => {
  const [name, url, contact] = shown ?? []
  expect(parseOperator(value)).toEqual(shown === null ? null : { name, url, contact })
})
