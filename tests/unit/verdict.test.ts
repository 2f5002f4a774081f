import { expect, test } from 'vitest'
import { fail, pass, skip } from '#shared/checks.ts'
import { decideVerdict } from '#shared/verdict.ts'

const required = ['receipt.digest', 'receipt.signer'] as const
const good = required.map((id) => pass(id))

test('everything that is required having passed is verified', () => {
  expect(decideVerdict(good, required).kind).toBe('verified')
})

test('an empty list is never verified, and neither is an empty requirement', () => {
  expect(decideVerdict([], []).kind).toBe('partial')
  expect(decideVerdict(good, []).kind).toBe('partial')
  expect(decideVerdict([], required)).toMatchObject({ kind: 'partial', missing: required })
})

test('a skipped check never verifies, even beside a pass of the same check', () => {
  const verdict = decideVerdict([...good, skip('receipt.signer', 'offline')], required)
  expect(verdict).toMatchObject({ kind: 'partial', missing: ['receipt.signer'] })
})

test('one failure outweighs any number of passes, whether it was required or not', () => {
  const verdict = decideVerdict([...good, fail('svc.label', 'other words'), ...good], required)
  expect(verdict).toMatchObject({ kind: 'rejected', failed: { id: 'svc.label' } })
})
