import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { runDrill } from '../../../../web/judge/run-drill.ts'

test('every forgery of the drill is caught by the check that is there for it', () => {
  const outcomes = runDrill({ randomBytes, now: new Date('2026-11-20T09:30:00Z') })
  expect(outcomes.map(({ id, look, caughtBy }) => [id, look.label, caughtBy])).toEqual([
    ['good', 'Private · promised', null],
    ['answer', 'Check failed', 'commitment.response'],
    ['mode', 'Check failed', 'svc.mode'],
    ['body', 'Check failed', 'receipt.digest'],
    ['stranger', 'Check failed', 'receipt.signer'],
    ['swapped', 'Check failed', 'receipt.signature'],
    ['other', 'Check failed', 'commitment.response'],
    ['cut', 'No receipt', 'incomplete'],
  ])
  expect(outcomes.every(({ isExpected }) => isExpected)).toBe(true)
})
