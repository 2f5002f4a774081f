import { expect, test } from 'vitest'
import { piecesOf, readLimited } from '#shared/bytes/read-limited.ts'
import { setBounded } from '#shared/bytes/set-bounded.ts'

async function* pieces(lengths: readonly number[], seen: { asked: number }) {
  for (const length of lengths) {
    seen.asked += 1
    yield new Uint8Array(length).fill(seen.asked)
  }
}

test('as many bytes as are allowed are read, in their order', async () => {
  const bytes = await readLimited(pieces([2, 0, 1], { asked: 0 }), 3)
  expect([...bytes]).toEqual([1, 1, 3])
})

test('one byte more is too long, and nothing behind it is asked for', async () => {
  const seen = { asked: 0 }
  await expect(readLimited(pieces([2, 2, 2], seen), 3)).rejects.toMatchObject({ name: 'TooLong' })
  expect(seen.asked).toBe(2)
})

test('a web stream that is left early is cancelled', async () => {
  let cancelled = false
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(10)),
    cancel() {
      cancelled = true
    },
  })
  await expect(readLimited(piecesOf(stream), 25)).rejects.toMatchObject({ name: 'TooLong' })
  expect(cancelled).toBe(true)
  expect(await readLimited(piecesOf(null), 25)).toHaveLength(0)
})

test('a full map loses its oldest, and a value that is put again is its newest', () => {
  const map = new Map<string, number>()
  for (const [name, value] of Object.entries({ a: 1, b: 2 })) setBounded(map, 2, [name, value])
  setBounded(map, 2, ['a', 3])
  setBounded(map, 2, ['c', 4])
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
