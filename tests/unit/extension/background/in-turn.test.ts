import { expect, test } from 'vitest'
import { inTurn } from '../../../../extension/background/tab/in-turn.ts'

// One step of a name after the other: of two changes of the same thing none is made between the halves of the other.

/** A step that ends when it is told to. */
function stepOf(name: string, done: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const step = async () => {
    done.push(`${name} begins`)
    const result = await promise.finally(() => done.push(`${name} ends`))
    return result
  }
  return { step, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

test('a step begins once the one before it ended, and gives what it gives', async () => {
  const done: string[] = []
  const first = stepOf('first', done)
  const second = stepOf('second', done)
  const results = Promise.all([inTurn('a', first.step), inTurn('a', second.step)])
  second.end()
  first.end()
  expect(await results).toEqual(['first', 'second'])
  expect(done).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

test('a step that fails says so to its own caller, and the next one is done all the same', async () => {
  const done: string[] = []
  const first = stepOf('first', done)
  const second = stepOf('second', done)
  const failing = inTurn('a', first.step)
  const next = inTurn('a', second.step)
  const throwing = inTurn('a', () => {
    throw new Error('at once')
  })
  first.fail()
  second.end()
  await expect(failing).rejects.toThrow('first')
  expect(await next).toBe('second')
  await expect(throwing).rejects.toThrow('at once')
  expect(await inTurn('a', () => Promise.resolve('after all'))).toBe('after all')
})

test('steps of another name wait for nobody', async () => {
  const done: string[] = []
  const first = stepOf('first', done)
  const other = stepOf('other', done)
  const waiting = inTurn('a', first.step)
  other.end()
  expect(await inTurn('b', other.step)).toBe('other')
  first.end()
  await waiting
  expect(done).toEqual(['first begins', 'other begins', 'other ends', 'first ends'])
})
