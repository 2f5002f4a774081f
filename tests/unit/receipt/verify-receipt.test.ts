import { expect, test } from 'vitest'
import { parseReceipt } from '#shared/receipt/parse-receipt.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { requiredReceiptChecks, verifyReceipt } from '#shared/receipt/verify-receipt.ts'
import { decideVerdict } from '#shared/verdict.ts'
import { receiptClaims } from '#shared/words/english/claims/receipt-claims.ts'
import vectors from '../../vectors/receipt.countersign.json' with { type: 'json' }

const policy = { simulatedEnclave: 'reject' } as const
const nowSeconds = Date.parse(vectors.judged_at) / 1000

test.each(vectors.cases)('$name', (vector) => {
  const history = parseSignerHistory(vector.limits)
  if (vector.failed === undefined) {
    expect(() => parseReceipt(vector.receipt)).toThrow(
      expect.objectContaining({ code: 'RECEIPT_MALFORMED' }) as Error,
    )
    return
  }
  const checks = verifyReceipt(parseReceipt(vector.receipt), history, policy, nowSeconds)
  const withStatus = (wanted: string) =>
    checks.filter(({ status }) => status === wanted).map(({ id }) => id)
  expect(withStatus('fail')).toEqual(vector.failed)
  expect(withStatus('skip')).toEqual(vector.skipped ?? [])
  const otherwise = vector.skipped === undefined ? 'verified' : 'partial'
  expect(decideVerdict(checks, requiredReceiptChecks).kind).toBe(
    vector.failed.length === 0 ? otherwise : 'rejected',
  )
})

test('for every check of a receipt there is a vector in which it alone does not pass', () => {
  const alone = new Set(
    vectors.cases.flatMap(({ failed = [], skipped = [] }) => {
      const both = [...failed, ...skipped]
      return both.length === 1 ? both : []
    }),
  )
  expect([...alone].toSorted()).toEqual([...requiredReceiptChecks].toSorted())
  for (const id of requiredReceiptChecks) expect(receiptClaims).toHaveProperty([id])
})

test('a simulated enclave is never a failure, and passes only in development mode', () => {
  const vector = vectors.cases.find(({ name }) => name === 'a simulated enclave')
  const history = parseSignerHistory(vector?.limits)
  const inDevelopment = { simulatedEnclave: 'accept-in-development' } as const
  const receipt = parseReceipt(vector?.receipt)
  const checks = verifyReceipt(receipt, history, inDevelopment, nowSeconds)
  expect(decideVerdict(checks, requiredReceiptChecks).kind).toBe('verified')
})

test('a clock that cannot be read makes no receipt current', () => {
  const [vector] = vectors.cases
  const checks = verifyReceipt(parseReceipt(vector?.receipt), null, policy, Number.NaN)
  expect(checks.find(({ id }) => id === 'receipt.time')?.status).toBe('fail')
})

test('limits with a term that begins or ends when no day is are refused', () => {
  const address = `0x${'a'.repeat(40)}`
  const term = { address, from: '2026-11-01T00:00:00.000Z', until: '2026-11-20T00:00:00.000Z' }
  const read = (more: object) =>
    parseSignerHistory({ seal_signer: address, retired_signers: [{ ...term, ...more }] })
  expect(read({}).retired).toHaveLength(1)
  for (const time of ['0000-00-00T00:00:00.000Z', '2026-02-30T00:00:00.000Z']) {
    for (const more of [{ from: time }, { until: time }]) {
      expect(() => read(more)).toThrow(
        expect.objectContaining({ code: 'SIGNERS_MALFORMED' }) as Error,
      )
    }
  }
})

test('of several revocations of one key the earliest counts, in whatever order they stand', () => {
  const vector = vectors.cases.find(({ name }) => name.includes('revoked from that time on'))
  const retired = vector?.limits.retired_signers ?? []
  const later = { ...retired[0], revoked_from: '2026-11-20T09:59:00.000Z' }
  for (const retired_signers of [
    [...retired, later],
    [later, ...retired],
  ]) {
    const history = parseSignerHistory({ ...vector?.limits, retired_signers })
    const checks = verifyReceipt(parseReceipt(vector?.receipt), history, policy, nowSeconds)
    expect(checks.find(({ id }) => id === 'receipt.signer')?.status).toBe('fail')
  }
})
