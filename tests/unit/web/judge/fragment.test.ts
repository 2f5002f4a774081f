import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fragmentOfLink, packFragment, unpackFragment } from '../../../../web/judge/fragment.ts'

test('what is packed into a link is unpacked from it, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), async (bytes) => {
      const fragment = await packFragment(bytes)
      expect(fragment).toMatch(/^1\.[\w-]*$/)
      expect(await unpackFragment(fragment)).toEqual(bytes)
    }),
  )
})

test('a link is found with and without an address before it, and nothing else is one', () => {
  expect(fragmentOfLink(' https://gateway.example/verify#1.abc\n')).toBe('1.abc')
  expect(fragmentOfLink('file:///tmp/countersign-verify.html#1.abc')).toBe('1.abc')
  expect(fragmentOfLink('#1.abc')).toBe('1.abc')
  for (const text of ['', 'hello', '{"a":"#1.abc"}', 'see https://x.example/#1.abc there']) {
    expect(fragmentOfLink(text)).toBe(null)
  }
})

test('whatever stands behind the number, there is an outcome', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme-ascii' }), async (text) => {
      const unpacked = await unpackFragment(`1.${text}`)
      expect(unpacked instanceof Uint8Array || typeof unpacked.sentence === 'string').toBe(true)
    }),
  )
})
