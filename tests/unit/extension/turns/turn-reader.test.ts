import { expect, test } from 'vitest'
import { createTurnReader } from '../../../../extension/content/turns/turn-reader.ts'
import { generic } from '../../../../extension/frontends/generic.ts'

test('how long a text is, is read once, and again after a change: a block around all turns holds the whole page', () => {
  let reads = 0
  const block = {
    get textContent() {
      reads += 1
      return '  All the words of a chat.\n'
    },
  } as Element
  const { lengthOf, forget } = createTurnReader(() => generic)
  expect([lengthOf(block), lengthOf(block), reads]).toEqual([24, 24, 1])
  forget(block)
  expect([lengthOf(block), reads]).toEqual([24, 2])
})
