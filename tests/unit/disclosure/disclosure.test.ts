import { expect, test } from 'vitest'
import { makeDisclosure } from '#shared/disclosure/make-disclosure.ts'
import { parseDisclosure } from '#shared/disclosure/parse-disclosure.ts'
import { judgeSubject } from '#shared/judge/judge-subject.ts'
import { parseSvc } from '#shared/svc/parse-svc.ts'
import { vectorTrust } from '../../support/vector-trust.ts'
import answers from '../../vectors/answer.countersign.json' with { type: 'json' }
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

test('a disclosure holds the salt of what it discloses, and no other', () => {
  const [{ svc, messages, message }] = answers.cases as unknown as [Record<string, never>]
  const parsed = parseSvc(svc)
  const { prompt, response } = parsed.commitment_salts
  const answerOnly = JSON.stringify(makeDisclosure(parsed, { message: message as never }))
  expect(answerOnly).toContain(response)
  expect(answerOnly).not.toContain(prompt)
  const promptOnly = JSON.stringify(makeDisclosure(parsed, { messages: messages as never }))
  expect(promptOnly).toContain(prompt)
  expect(promptOnly).not.toContain(response)
  const neither = JSON.stringify(makeDisclosure(parsed, {}))
  expect(neither.includes(prompt) || neither.includes(response)).toBe(false)
})
