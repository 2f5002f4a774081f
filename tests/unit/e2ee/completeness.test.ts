import { expect, test } from 'vitest'
import { createCompleteness } from '#shared/e2ee/completeness.ts'

const choice = (index: number, reason: string | null) => ({ index, finish_reason: reason })

test('an answer is whole once every choice that was seen has finished, and not before', () => {
  const followed = createCompleteness()
  expect(followed.isComplete()).toBe(false)
  followed.see({ choices: [choice(0, null), choice(1, '')] })
  followed.see({ choices: [choice(0, 'stop')] })
  expect(followed.isComplete()).toBe(false)
  followed.see({ choices: [choice(1, 'length')] })
  expect(followed.isComplete()).toBe(true)
  followed.see({ error: { message: 'broken off' } })
  expect(followed.isComplete()).toBe(false)
})
