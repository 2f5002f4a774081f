import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { runDrill } from '../../../../web/judge/run-drill.ts'

test('every forgery of the drill is caught by the check that is there for it', () => {
  const outcomes = runDrill({ randomBytes, now: new Date('2026-11-20T09:30:00Z') })
  expect(outcomes.map(({ id, word, caughtBy }) => [id, word, caughtBy])).toEqual([
    ['good', 'Verified', null],
    ['answer', 'Invalid', 'commitment.response'],
    ['mode', 'Invalid', 'svc.mode'],
    ['body', 'Invalid', 'receipt.digest'],
    ['stranger', 'Invalid', 'receipt.signer'],
    ['swapped', 'Invalid', 'receipt.signature'],
    ['other', 'Invalid', 'commitment.response'],
    ['cut', 'Incomplete', 'incomplete'],
  ])
  expect(outcomes.every(({ isExpected }) => isExpected)).toBe(true)
})
