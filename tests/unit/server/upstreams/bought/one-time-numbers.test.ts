import { expect, test } from 'vitest'
import { createOneTimeNumbers } from '../../../../../server/gateway/upstreams/bought/chutes/one-time-numbers.ts'

const instance = 'abcd'

/** A list of one instance, whose numbers hold for a minute. */
function listOf(...nonces: readonly string[]): Uint8Array {
  const e2e_pubkey = Buffer.from(instance, 'hex').toString('base64')
  const instances = [{ instance_id: 'i-1', e2e_pubkey, nonces }]
  return Buffer.from(JSON.stringify({ instances, nonce_expires_in: 60 }))
}

test('a number opens one request, and one that could end on its way opens none', async () => {
  const clock = { ms: 0 }
  const numbers = createOneTimeNumbers(() => clock.ms)
  numbers.put(listOf('one', 'two'))
  const none = () => Promise.reject(new Error('nobody is to be asked'))
  expect(await numbers.take(instance, none)).toEqual({ instanceId: 'i-1', number: 'one' })
  clock.ms = 49_999
  expect(await numbers.take(instance, none)).toMatchObject({ number: 'two' })
  numbers.put(listOf('three'))
  clock.ms += 50_000
  const next = () => Promise.resolve(listOf('four'))
  expect(await numbers.take(instance, next)).toMatchObject({ number: 'four' })
})

test('who comes while a list is asked for takes of the same one, and no number twice', async () => {
  const numbers = createOneTimeNumbers(() => 0)
  let asked = 0
  const list = async () => {
    asked += 1
    return listOf('one', 'two')
  }
  const taken = await Promise.all([1, 2, 3].map(() => numbers.take(instance, list)))
  expect(taken.map((each) => each?.number)).toEqual(['one', 'two', undefined])
  expect(asked).toBe(1)
})
