import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '#shared/canonical-json.ts'
import { createMessageAssembler } from '#shared/commitment/assemble-message.ts'
import vectors from '../../vectors/assemble-message.countersign.json' with { type: 'json' }

test.each(vectors.cases)('$name', ({ choices, message }) => {
  const assembler = createMessageAssembler()
  let isFinished = false
  for (const each of choices) {
    expect(assembler.finished()).toBe(isFinished)
    assembler.push({ choices: each } as Json)
    isFinished ||= /"finish_reason":"[^"]/.test(JSON.stringify(each))
  }
  expect(assembler.finished()).toBe(message !== null)
  expect(assembler.message()).toEqual(message)
})

test.each(vectors.refused)('$name is refused', ({ choices }) => {
  const assembler = createMessageAssembler()
  expect(() => {
    for (const each of choices) assembler.push({ choices: each } as Json)
  }).toThrow(expect.objectContaining({ code: 'COMPLETION_MALFORMED' }) as Error)
})

test('however the text is cut into deltas, the message is the same', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (pieces) => {
      const assembler = createMessageAssembler()
      for (const content of pieces) assembler.push({ choices: [{ index: 0, delta: { content } }] })
      expect(assembler.message()).toEqual({ role: 'assistant', content: pieces.join('') })
    }),
  )
})
