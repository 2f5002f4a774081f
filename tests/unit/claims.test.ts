import { expect, test } from 'vitest'
import { claims } from '#shared/claims.ts'
import { requiredAnswerChecks } from '#shared/svc/verify-answer.ts'

test('every check says what it proves to a user and to an auditor, and where it is asked for', () => {
  for (const [id, { user, auditor, source }] of Object.entries(claims)) {
    for (const sentence of [user, auditor]) expect(sentence, id).toMatch(/^.{10,}\.$/)
    expect(source, id).toMatch(/(spec|design|aci-upstream|FORMAT|PROTOCOL)\.md/)
  }
  for (const id of requiredAnswerChecks) expect(claims).toHaveProperty([id])
})

test('no claim says that something is secure or safe', () => {
  expect(JSON.stringify(claims)).not.toMatch(/\b(secure|safe|trust us)\b/i)
})
