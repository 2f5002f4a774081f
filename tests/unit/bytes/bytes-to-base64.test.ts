import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesToBase64 } from '#shared/bytes/bytes-to-base64.ts'

test('bytes are written as Node writes them', () => {
  const alike = fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
    expect(bytesToBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
  })
  fc.assert(alike, { numRuns: 500 })
})
