import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forged, hostileStream } from '../../support/peers/hostile-streams.ts'
import { contentOf, differs } from '../../support/requests/differs.ts'
import { relayInMemory } from '../../support/requests/relay-in-memory.ts'
import { readLineByLine, strictReaders } from '../../support/requests/stream-readers.ts'

const release = fc.constantFrom('every-event' as const, 'until-last' as const, 'none' as const)

test.each(strictReaders)(
  'what $name shows of a hostile stream is what was signed, or it says that the stream broke off',
  async ({ read }) => {
    await fc.assert(
      fc.asyncProperty(hostileStream, release, async (stream, when) => {
        const relayed = await relayInMemory(stream, when)
        expect(differs(relayed, await read(relayed.bytes, stream.n), stream.n)).toBeNull()
      }),
      { numRuns: 250 },
    )
  },
)

test('a program that takes each line for itself shows no word that was not signed', async () => {
  await fc.assert(
    fc.asyncProperty(hostileStream, release, async (stream, when) => {
      const { bytes, signed } = await relayInMemory({ ...stream, n: 1 }, when)
      const isSigned = contentOf(signed).includes(forged)
      if (signed !== undefined && !isSigned) {
        expect(readLineByLine(bytes).all).not.toContain(forged)
      }
    }),
    { numRuns: 750 },
  )
})

test('of streams with nothing odd in them most pass, and of those with something some do', async () => {
  const streams = fc.sample(hostileStream, { numRuns: 600, seed: 1 })
  const relayed = await Promise.all(streams.map((stream) => relayInMemory(stream, 'every-event')))
  const whole = relayed.filter(({ isWhole }) => isWhole).length
  expect(whole).toBeGreaterThan(150)
  expect(whole).toBeLessThan(450)
})
