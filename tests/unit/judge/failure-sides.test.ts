import { expect, test } from 'vitest'
import { claims } from '#shared/claims.ts'
import { failureSentence } from '#shared/judge/words/failure-sentence.ts'
import { checkModel } from '#shared/svc/asked-model.ts'
import { parseSvc } from '#shared/svc/parse-svc.ts'
import { verifyAnswer } from '#shared/svc/verify-answer.ts'
import type { Check } from '#shared/verdict.ts'
import { goodAnswer } from '../../support/receipts/filed-entry.ts'
import { vectorTrust } from '../../support/receipts/vector-trust.ts'
import answers from '../../vectors/answer.countersign.json' with { type: 'json' }

const naming = { signer: 'The gateway', claimOf: (id: keyof typeof claims) => claims[id] }

function saidOf(checks: readonly Check[]): readonly string[] {
  return checks.flatMap((check) =>
    check.status === 'fail' ? [failureSentence(check, naming)] : [],
  )
}

function saidOfSvc(change: object, named: unknown = answers.limits): readonly string[] {
  const svc = parseSvc({ ...goodAnswer.svc, ...change })
  return saidOf(verifyAnswer(svc, goodAnswer, vectorTrust(named)))
}

test.each([
  ['the mode', { privacy_mode: 'tee' }, 'Signed: private; shown: tee.'],
  [
    'the label',
    { privacy_label: 'Attested enclave' },
    'Signed: Private; shown: “Attested enclave”.',
  ],
])('a failure says %s on both sides', (_what, change, sides) => {
  expect(saidOfSvc(change)).toEqual([expect.stringContaining(sides)])
})

test('a failure names both signers, each shortened', () => {
  const other = `0x${'12'.repeat(20)}`
  const [said] = saidOfSvc({}, { seal_signer: other })
  expect(said).toContain('Signed by: 0x19e7e376…ff2a; signer in use: 0x12121212…1212.')
})

test('a failure names both digests, each shortened', () => {
  const [said] = saidOfSvc({ receipt_digest: 'ab'.repeat(32) })
  expect(said).toContain('Signed: f1cf071b10…8aa9; shown: ababababab…abab.')
})

test('a failure names the model that was signed and the one that was asked, as a name and not as a sentence', () => {
  const check = checkModel('svc-chat', {
    name: 'x. All of it is proven',
    traits: new Map(),
    listed: 'then',
  })
  expect(saidOf([check])).toEqual([
    'The receipt is for another model than the one that was asked. Signed: svc-chat; asked: “x. All of it is proven”.',
  ])
})

test('a failure says nothing of the words of a question or an answer', () => {
  const svc = parseSvc(goodAnswer.svc)
  const words = { role: 'assistant', content: 'a secret' }
  expect(
    saidOf(verifyAnswer(svc, { messages: [words], message: words }, vectorTrust(answers.limits))),
  ).toEqual([
    'The receipt is for other messages than these.',
    'The receipt is for another answer than this one.',
  ])
})
