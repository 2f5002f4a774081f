import { expect, test } from 'vitest'
import { fail, pass, skip } from '#shared/checks.ts'
import { claims, type CheckId } from '#shared/claims.ts'
import { parseReceipt } from '#shared/receipt/parse-receipt.ts'
import { outcomeOf } from '#shared/judge/state/check-outcome.ts'
import { outcomeWords } from '#shared/words/english/verdict/outcomes.ts'
import receipts from '../../../vectors/receipt.countersign.json' with { type: 'json' }

const ids = Object.keys(claims) as CheckId[]
const receiptOf = (name: string) =>
  parseReceipt(receipts.cases.find((each) => each.name === name)?.receipt)
const simulated = receiptOf('a simulated enclave')
const hardware = receiptOf('a good receipt in mode tee')

const ofTheGateway = /^(?:receipt\.(?!hardware)|svc\.|commitment\.|e2ee\.)/

test('what a simulated enclave shows of itself holds in the simulation, and never passes', () => {
  for (const id of ids) {
    const outcome = outcomeOf(pass(id), simulated)
    expect(outcome, id).toBe(ofTheGateway.test(id) ? 'pass' : 'simulated')
    expect(outcomeOf(pass(id), hardware), id).toBe('pass')
  }
  expect(outcomeWords.simulated).not.toContain(outcomeWords.pass)
})

test('what fails or is skipped is so for a simulation, too', () => {
  for (const id of ids) {
    expect(outcomeOf(fail(id, 'no'), simulated), id).toBe('fail')
    expect(outcomeOf(skip(id, 'not given'), simulated), id).toBe('skip')
  }
})
