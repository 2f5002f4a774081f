import { expect, test } from 'vitest'
import { createInTurn } from '../../../server/in-turn.ts'

const long = 1024 * 1024

test('work on a short body is done at once', () => {
  expect(createInTurn()(100, () => 'done')).toBe('done')
})

test('others have a turn before each piece of work on long bodies', async () => {
  const inTurn = createInTurn()
  const seen: string[] = []
  const others = () => {
    seen.push('others')
    if (seen.length < 12) setImmediate(others)
  }
  setImmediate(others)
  const work = (name: string) => inTurn(long, () => seen.push(name))
  await Promise.all([work('a'), work('b'), work('c')])
  const pieces = seen.flatMap((name, index) => (name === 'others' ? [] : [{ name, index }]))
  expect(pieces.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  for (const [at, { index }] of pieces.entries()) {
    expect(seen.slice(pieces[at - 1]?.index ?? 0, index)).toContain('others')
  }
})

test('a piece of work that fails is its own matter', async () => {
  const inTurn = createInTurn()
  const failing = inTurn(long, () => {
    throw new Error('no')
  })
  const next = inTurn(long, () => 'done')
  await expect(failing).rejects.toThrow('no')
  await expect(next).resolves.toBe('done')
})
