import { expect, test } from 'vitest'
import { pinnedHistory } from '../../../../web/verify/signer/pinned-history.ts'

const pinned = `0x${'ab'.repeat(20)}`
const other = `0x${'cd'.repeat(20)}`
const from = '2026-01-01T00:00:00.000Z'
const until = '2026-02-01T00:00:00.000Z'

test('an address that nothing more is known of is judged without dates', () => {
  const alone = { current: { address: pinned }, retired: [] }
  expect(pinnedHistory(pinned, null)).toEqual(alone)
  expect(pinnedHistory(pinned, { current: { address: other, from }, retired: [] })).toEqual(alone)
})

test('an address in use keeps the date since when it is', () => {
  const published = { current: { address: pinned, from }, retired: [] }
  expect(pinnedHistory(pinned, published)).toEqual(published)
})

test('no other address comes in, and a retired one is not current at any time', () => {
  const term = { address: pinned, from, until }
  const published = {
    current: { address: other, from: until },
    retired: [term, { address: other, from, until }],
  }
  const { current, retired } = pinnedHistory(pinned, published)
  expect(retired).toEqual([term])
  expect(current.address).toBe(pinned)
  expect(Date.parse(current.from ?? '')).toBeGreaterThan(Date.parse('9999-12-31T23:59:59.999Z'))
})
