import { expect, test } from 'vitest'
import { fail, pass, skip } from '#shared/checks.ts'
import { claims } from '#shared/claims.ts'
import { linesOfCheck } from '#shared/judge/words/lines-of-check.ts'

const naming = { signer: 'gateway.example', claimOf: (id: keyof typeof claims) => claims[id] }

test('what was not found true is never said as if it were', () => {
  const id = 'commitment.prompt'
  expect(linesOfCheck(pass(id), 'pass', naming)).toEqual({
    said: 'This is what was asked.',
    why: null,
  })
  expect(linesOfCheck(skip(id, 'nobody gave the question'), 'skip', naming)).toEqual({
    said: 'Not checked: “This is what was asked.”',
    why: 'Why: nobody gave the question.',
  })
  expect(linesOfCheck(fail(id, 'it does not open'), 'fail', naming)).toEqual({
    said: 'The receipt is for other messages than these.',
    why: null,
  })
  expect(linesOfCheck(pass('quote.root'), 'simulated', naming).said).toMatch(/^In the simulation: /)
})
