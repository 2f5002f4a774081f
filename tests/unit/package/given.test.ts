import { expect, test } from 'vitest'
import { judgeGivenEvidence } from '#shared/package/given/judge-given-evidence.ts'
import { openGivenDisclosure } from '#shared/package/given/open-given-disclosure.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import {
  makeAnswer,
  makeEvidence,
  messages,
  testLimits,
} from '../../support/enclave/make-enclave-answer.ts'
import { goodAnswer } from '../../support/receipts/filed-entry.ts'
import answers from '../../vectors/answer.countersign.json' with { type: 'json' }

const { svc, message, messages: asked } = goodAnswer
const salts = svc.commitment_salts
const disclosure = {
  type: 'countersign-disclosure/1',
  receipt: svc.receipt,
  prompt: { messages: asked, salt: salts.prompt },
  response: { message, salt: salts.response },
}
const now = new Date('2026-11-20T12:00:00.000Z')

test('of a disclosure with one false part no words are handed out', () => {
  const reader = { signers: parseSignerHistory(answers.limits), now }
  expect(openGivenDisclosure(disclosure, reader)).toMatchObject({
    verdict: 'verified',
    prompt: asked,
    response: message,
  })
  const response = { message: { ...message, content: 'Another.' }, salt: salts.response }
  const strangers = { signers: `0x${'ab'.repeat(20)}`, now }
  for (const rejected of [
    openGivenDisclosure({ ...disclosure, response }, reader),
    openGivenDisclosure(disclosure, strangers),
  ]) {
    expect(rejected).toMatchObject({ verdict: 'rejected', prompt: null, response: null })
  }
})

const answer = makeAnswer('tee', 'aci-tdx-simulated/1')
const evidence = await makeEvidence()
const reader = {
  signers: parseSignerHistory(testLimits),
  simulation: 'accept',
  request: messages,
} as const

test('evidence says of the bytes that came, and of an object that an SDK made nothing of the bytes', () => {
  expect(judgeGivenEvidence(answer, evidence, reader).failed).toBeNull()
  const { failed, checks } = judgeGivenEvidence(JSON.parse(answer) as object, evidence, reader)
  expect(failed).toBeNull()
  expect(checks.find(({ id }) => id === 'enclave-receipt.response')?.status).toBe('skip')
})

test('evidence of a time that is still to come is refused', () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  expect(() => judgeGivenEvidence(answer, { ...evidence, fetchedAt: inAnHour }, reader)).toThrow(
    expect.objectContaining({ code: 'EVIDENCE_MALFORMED' }) as Error,
  )
})
