import fc from 'fast-check'
import { constants, deflateRawSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
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

test('a link that unpacks to half a gigabyte is fed in slices, and let go after the first few', async () => {
  const fed: number[] = []
  const Original = DecompressionStream
  vi.stubGlobal(
    'DecompressionStream',
    class {
      readonly readable: ReadableStream
      readonly writable: WritableStream
      constructor(format: CompressionFormat) {
        const counter = new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            fed.push(chunk.length)
            controller.enqueue(chunk)
          },
        })
        this.writable = counter.writable
        this.readable = counter.readable.pipeThrough(new Original(format) as never)
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const open = { level: 9, finishFlush: constants.Z_FULL_FLUSH }
  const part = deflateRawSync(Buffer.alloc(16 * 1024 * 1024, 0x20), open)
  const parts = Array.from({ length: 32 }, () => part)
  const bomb = Buffer.concat([...parts, deflateRawSync(Buffer.alloc(0))])
  const refusal = await unpackFragment(`1.${bomb.toString('base64url')}`)
  expect(refusal).toMatchObject({ sentence: expect.stringContaining('holds too much') as string })
  expect(Math.max(...fed)).toBeLessThanOrEqual(2_048)
  expect(fed.length * 2_048).toBeLessThan(bomb.length / 3)
})
