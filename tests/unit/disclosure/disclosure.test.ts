import { expect, test } from 'vitest'
import { parseDisclosure } from '#shared/disclosure/parse-disclosure.ts'
import { judgeSubject } from '#shared/judge/judge-subject.ts'
import { vectorTrust } from '../../support/receipts/vector-trust.ts'
import vectors from '../../vectors/disclosure.countersign.json' with { type: 'json' }

const trust = vectorTrust(vectors.limits)

test.each(vectors.cases)('$name', ({ disclosure, verdict, failed }) => {
  if (verdict === undefined) {
    expect(() => parseDisclosure(disclosure)).toThrow(
      expect.objectContaining({ code: 'DISCLOSURE_MALFORMED' }) as Error,
    )
    return
  }
  const subject = { kind: 'disclosure', disclosure: parseDisclosure(disclosure) } as const
  const judged = judgeSubject(subject, {}, trust).verdict
  expect(judged.kind).toBe(verdict)
  const fails = judged.checks.filter(({ status }) => status === 'fail')
  expect(fails.map(({ id }) => id)).toEqual(failed ?? [])
})
