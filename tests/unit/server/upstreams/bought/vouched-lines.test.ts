import { expect, test } from 'vitest'
import { vouchedLines } from '../../../../../server/gateway/upstreams/bought/vouched-lines.ts'
import type {
  Line,
  Lines,
} from '../../../../../server/gateway/upstreams/enclave/connection/lines.ts'

/** Lines to somebody for whom an authority vouches, or none does. */
function linesTo(isVouchedFor: boolean) {
  const ended: boolean[] = []
  const peer = { spki: 'ab'.repeat(32), isVouchedFor }
  const line = { peer, end: () => void ended.push(true) } as unknown as Line
  const lines: Lines = { idle: () => null, open: async () => line, close() {} }
  return { lines, line, ended }
}

test('the operator’s key goes to nobody for whom no authority vouches', async () => {
  const stranger = linesTo(false)
  const opening = vouchedLines(stranger.lines, 'https://service.example').open()
  await expect(opening).rejects.toMatchObject({ code: 'ERR_NOT_VOUCHED_FOR' })
  expect(stranger.ended).toEqual([true])
  const known = linesTo(true)
  expect(await vouchedLines(known.lines, 'https://service.example').open()).toBe(known.line)
})
