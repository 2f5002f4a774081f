import { expect, test } from 'vitest'
import type { Json } from '#shared/canonical-json.ts'
import { parseSvc } from '#shared/svc/parse-svc.ts'
import { requiredAnswerChecks, verifyAnswer } from '#shared/svc/verify-answer.ts'
import { decideVerdict } from '#shared/verdict.ts'
import { vectorTrust } from '../../support/receipts/vector-trust.ts'
import vectors from '../../vectors/answer.countersign.json' with { type: 'json' }

const trust = vectorTrust(vectors.limits)

test.each(vectors.cases)('$name', ({ svc, messages, message, failed, skipped }) => {
  const exchange = {
    ...(messages === undefined ? {} : { messages: messages as Json }),
    ...(message === undefined ? {} : { message: message as Json }),
  }
  const checks = verifyAnswer(parseSvc(svc), exchange, trust)
  const ids = (status: string) =>
    checks.filter((each) => each.status === status).map(({ id }) => id)
  expect({ failed: ids('fail'), skipped: ids('skip') }).toEqual({ failed, skipped })
  const expected = failed.length > 0 ? 'rejected' : skipped.length > 0 ? 'partial' : 'verified'
  expect(decideVerdict(checks, requiredAnswerChecks).kind).toBe(expected)
})

test('for every check of svc there is a vector in which it alone fails', () => {
  const alone = new Set<string>(
    vectors.cases.flatMap(({ failed }) => (failed.length === 1 ? failed : [])),
  )
  expect([...alone].toSorted()).toEqual([
    'commitment.prompt',
    'commitment.response',
    'svc.digest',
    'svc.label',
    'svc.mode',
  ])
})

test('what nothing covers refuses no answer, whatever it is', () => {
  const svc = vectors.cases[0]?.svc
  for (const name of ['content_policy', 'resolved_via_trait', 'translated', 'why', 'committed']) {
    for (const other of [undefined, null, 7, 'another', {}]) {
      const { receipt } = parseSvc(JSON.parse(JSON.stringify({ ...svc, [name]: other })))
      expect(receipt.digest).toBe(svc?.receipt_digest)
    }
  }
  expect(parseSvc({ ...svc, something_new: 1 })).toBeDefined()
})

test('words that no commitment can be to fail, and are not passed over', () => {
  const [vector] = vectors.cases
  const message = { role: 'assistant', content: '\ud800' }
  const checks = verifyAnswer(parseSvc(vector?.svc), { message }, trust)
  expect(checks.find(({ id }) => id === 'commitment.response')?.status).toBe('fail')
})
