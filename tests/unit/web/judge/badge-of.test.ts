import { expect, test } from 'vitest'
import { fail, pass } from '#shared/checks.ts'
import { parseReceipt } from '#shared/receipt/parse-receipt.ts'
import { badgeOf } from '../../../../web/judge/badge-of.ts'
import receipts from '../../../vectors/receipt.countersign.json' with { type: 'json' }

function receiptOf(name: string) {
  const found = receipts.cases.find((each) => each.name === name)
  return parseReceipt(found?.receipt)
}

const verified = { kind: 'verified', checks: [] } as const

test('proof, promise and simulation look different when all was checked', () => {
  const toneOf = (name: string) => badgeOf(verified, receiptOf(name)).tone
  const ownEvidence = { kind: 'verified', checks: [pass('enclave.signed')] } as const
  expect(badgeOf(ownEvidence, receiptOf('a good receipt in mode tee')).tone).toBe('pass')
  expect(toneOf('a good receipt in mode tee')).toBe('skip')
  expect(toneOf('a good receipt in mode private')).toBe('soft')
  expect(toneOf('a good receipt in mode anonymized')).toBe('soft')
  expect(toneOf('a simulated enclave')).toBe('skip')
})

test('what failed or was not checked never wears the colour of proof', () => {
  const receipt = receiptOf('a good receipt in mode tee')
  const failed = fail('receipt.digest', 'it is another')
  expect(badgeOf({ kind: 'rejected', checks: [failed], failed }, receipt)).toMatchObject({
    tone: 'fail',
    label: expect.not.stringContaining('enclave') as string,
  })
  expect(badgeOf({ kind: 'partial', checks: [], missing: [] }, receipt).tone).toBe('skip')
})
