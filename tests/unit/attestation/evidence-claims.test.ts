import { expect, test } from 'vitest'
import { claims } from '#shared/claims.ts'
import { evidenceClaims } from '#shared/evidence-claims.ts'

test('every check of bought evidence says in one sentence what it proves, and is a check like any other', () => {
  for (const [id, sentence] of Object.entries(evidenceClaims)) {
    expect(sentence, id).toMatch(/^[A-Z].{10,}\.$/)
    expect(sentence, id).not.toMatch(/\b(secure|safe|trust us)\b/i)
    expect(claims).toHaveProperty([id, 'user'], sentence)
  }
})
