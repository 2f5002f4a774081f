import { expect, test } from 'vitest'
import { boundedBody } from '../../../../../server/gateway/upstreams/http/bounded-body.ts'
import { readAll } from '#shared/bytes/read-limited.ts'

const bounds = { bytes: 10, ms: 60_000 }

async function* pieces(count: number, told: { ended: boolean } = { ended: false }) {
  try {
    for (let sent = 0; sent < count; sent++) yield Uint8Array.of(sent % 256)
  } finally {
    told.ended = true
  }
}

test('a body within its bounds is itself', async () => {
  expect([...(await readAll(boundedBody(pieces(10), bounds)))]).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ])
})

test('a body without an end is left where it is too long', async () => {
  const told = { ended: false }
  const reading = readAll(boundedBody(pieces(Number.POSITIVE_INFINITY, told), bounds))
  await expect(reading).rejects.toMatchObject({ name: 'EndlessBody' })
  expect(told.ended).toBe(true)
})

test('a body that goes silent is left when its time is over', async () => {
  async function* silent(): AsyncGenerator<Uint8Array> {
    yield Uint8Array.of(1)
    await new Promise(() => {})
  }
  const reading = readAll(boundedBody(silent(), { bytes: 10, ms: 20 }))
  await expect(reading).rejects.toMatchObject({ name: 'EndlessBody' })
})

test('an error of the body is its own', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Uint8Array.of(1)
    throw new Error('reset')
  }
  await expect(readAll(boundedBody(broken(), bounds))).rejects.toThrow('reset')
})
