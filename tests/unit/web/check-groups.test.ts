import { expect, test } from 'vitest'
import { fail, pass, skip } from '#shared/checks.ts'
import { claims, type CheckId } from '#shared/claims.ts'
import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import { parseReceipt } from '#shared/receipt/parse-receipt.ts'
import { checkGroups } from '../../../web/judge/check-groups.ts'
import receipts from '../../vectors/receipt.countersign.json' with { type: 'json' }

const receipt: Receipt = parseReceipt(receipts.cases[0]?.receipt)
const ids = Object.keys(claims) as CheckId[]

test('every check there is stands in exactly one group, and none is lost', () => {
  const grouped = checkGroups(
    ids.map((id) => pass(id)),
    receipt,
  ).flatMap(({ checks }) => checks.map(({ check }) => check.id))
  expect(grouped.toSorted()).toEqual(ids.toSorted())
})

test('a group is called by its worst outcome, however many are better', () => {
  const worstOf = (...checks: Parameters<typeof checkGroups>[0]) =>
    checkGroups(checks, receipt).map(({ id, worst, worstCount }) => ({ id, worst, worstCount }))
  expect(worstOf(pass('receipt.digest'), skip('receipt.signer', 'x'))).toEqual([
    { id: 'gateway-receipt', worst: 'skip', worstCount: 1 },
  ])
  expect(
    worstOf(skip('receipt.signer', 'x'), fail('receipt.digest', 'y'), pass('commitment.prompt')),
  ).toEqual([
    { id: 'words', worst: 'pass', worstCount: 1 },
    { id: 'gateway-receipt', worst: 'fail', worstCount: 1 },
  ])
})
