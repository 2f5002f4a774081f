import { expect, test } from 'vitest'
import { apartFromAnswer, isStillToCome } from '#shared/judge/evidence-age.ts'

const now = 1_800_000_000
const at = (atSeconds: number) => ({ atSeconds })

test('evidence of the future is told from a clock that is a little wrong', () => {
  expect(isStillToCome(at(now), now)).toBe(false)
  expect(isStillToCome(at(now + 300), now)).toBe(false)
  expect(isStillToCome(at(now + 301), now)).toBe(true)
})

test('evidence counts as of another time when it is more than a day from the answer', () => {
  const issuedAt = new Date(now * 1000).toISOString()
  expect(apartFromAnswer(at(now), issuedAt)).toBe(null)
  expect(apartFromAnswer(at(now + 86_400), issuedAt)).toBe(null)
  expect(apartFromAnswer(at(now + 86_401), issuedAt)).toBe('after')
  expect(apartFromAnswer(at(now - 86_401), issuedAt)).toBe('before')
})
