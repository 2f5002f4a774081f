import { expect, test } from 'vitest'
import { pass, skip } from '#shared/checks.ts'
import { checkEvidenceTime, isStillToCome } from '#shared/judge/evidence-age.ts'
import { evidenceAge } from '#shared/words/english/verdict/check-reasons.ts'

const now = 1_800_000_000
const at = (atSeconds: number) => ({ atSeconds })

test('evidence of the future is told from a clock that is a little wrong', () => {
  expect(isStillToCome(at(now), now)).toBe(false)
  expect(isStillToCome(at(now + 300), now)).toBe(false)
  expect(isStillToCome(at(now + 301), now)).toBe(true)
})

test('evidence counts as of another time when it is more than a day from the answer', () => {
  const issuedAt = new Date(now * 1000).toISOString()
  const passed = pass('evidence.time')
  expect(checkEvidenceTime(at(now), issuedAt)).toEqual(passed)
  expect(checkEvidenceTime(at(now + 86_400), issuedAt)).toEqual(passed)
  const skipped = (apart: 'before' | 'after') => skip('evidence.time', evidenceAge(apart))
  expect(checkEvidenceTime(at(now + 86_401), issuedAt)).toEqual(skipped('after'))
  expect(checkEvidenceTime(at(now - 86_401), issuedAt)).toEqual(skipped('before'))
})
