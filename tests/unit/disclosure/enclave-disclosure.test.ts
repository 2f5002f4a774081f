import { expect, test, vi } from 'vitest'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { judgeSubject } from '#shared/judge/judge-subject.ts'
import { recognise } from '#shared/document/recognise.ts'
import type { Subject } from '#shared/document/subject.ts'
import { chainSubjectOf, enclaveMembers } from '#shared/judge/chain-subject.ts'
import { judgeChain } from '#shared/judge/judge-chain.ts'
import type { Evidence } from '#shared/document/evidence.ts'
import { parseEvidence } from '#shared/document/parse-evidence.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { missingParts } from '#shared/judge/words/missing-parts.ts'
import { stateOf } from '#shared/judge/state/state-of.ts'
import { saltsOf } from '../../../web/judge/salts-of.ts'
import { shareDocument, type Shared } from '../../../web/judge/share-document.ts'
import {
  makeAnswer,
  makeEvidence,
  makeOtherEvidence,
  messages,
  testLimits,
  testReferenceValues,
  testRoot,
} from '../../support/make-enclave-answer.ts'

// An enclave of the test is hardware's: its root stands in the place of Intel's.
vi.mock('#shared/attestation/quote/verify-quote.ts', async (original) => ({
  ...(await original<object>()),
  get intelRoot() {
    return testRoot
  },
}))

const trust = {
  signers: parseSignerHistory(testLimits),
  policy: { simulatedEnclave: 'reject' },
  nowSeconds: Date.now() / 1000,
} as const

function subjectOf(document: string | object): Subject {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  const recognition = recognise(utf8ToBytes(text))
  if (recognition.kind !== 'recognised') throw new Error(JSON.stringify(recognition))
  return recognition.subject
}

function judge(document: string | object, evidence: Evidence | null) {
  const subject = subjectOf(document)
  const input = chainSubjectOf(subject)
  const chain =
    evidence === null || input === null
      ? {}
      : {
          chain: judgeChain(
            { ...input, evidence: parseEvidence(utf8ToBytes(JSON.stringify(evidence))) },
            { reference: parseReferenceValues(testReferenceValues) },
          ),
        }
  const prompt = subject.kind === 'answer' ? { prompt: { values: [messages] } } : {}
  return judgeSubject(subject, { ...prompt, ...chain }, trust)
}

const answer = makeAnswer('tee')
const evidence = await makeEvidence()
const both: Shared = { prompt: true, response: true, enclave: true }

function share(shared: Shared) {
  const subject = subjectOf(answer)
  const input = chainSubjectOf(subject)
  const { receipt, verdict, opened } = judge(answer, null)
  const enclave = input === null ? null : enclaveMembers(input)
  return shareDocument({ receipt, verdict, opened, salts: saltsOf(subject), enclave }, shared)
}

test('a disclosure carries what the enclave signed, and is judged with evidence but for the bytes', () => {
  const judged = judge(share(both), evidence)
  const statusOf = (id: string) => judged.verdict.checks.find((check) => check.id === id)?.status
  expect(statusOf('enclave-receipt.signature')).toBe('pass')
  expect(statusOf('enclave.signed')).toBe('pass')
  expect(statusOf('enclave-receipt.response')).toBe('skip')
  expect(stateOf(judged)).toBe('not-fully-checked')
  expect(missingParts(judged.verdict, 'not-fully-checked')).toEqual([
    expect.objectContaining({ what: 'that the enclave signed exactly this answer' }),
  ])
})

test('the whole answer with its evidence is proven, and its disclosure without it is not', () => {
  expect(stateOf(judge(answer, evidence))).toBe('verified')
  expect(stateOf(judge(share(both), null))).toBe('gateways-claim')
  const alone = share({ prompt: false, response: false, enclave: true })
  expect(stateOf(judge(alone, evidence))).toBe('not-fully-checked')
  expect(stateOf(judge(alone, null))).toBe('gateways-claim')
})

test('what the enclave signed is left out unless it is asked for', () => {
  const text = JSON.stringify(share({ ...both, enclave: false }))
  expect(text).not.toContain('request.received')
  expect(share({ prompt: false, response: false, enclave: false })).not.toHaveProperty('type')
})

test('an enclave’s receipt that was altered in a disclosure fails, and of another enclave is laid aside', async () => {
  const shared = JSON.stringify(share(both))
  const altered = shared.replace('"served_at":1', '"served_at":2')
  expect(altered).not.toBe(shared)
  expect(stateOf(judge(altered, evidence))).toBe('failed')
  expect(stateOf(judge(share(both), await makeOtherEvidence()))).toBe('not-fully-checked')
})

test('a disclosure whose enclave receipt cannot be read is never more than without it', () => {
  for (const receipt of [{}, { api_version: 'aci/1' }, { api_version: 'aci/0', signature: {} }]) {
    const judged = judge({ ...share(both), enclave_receipt: receipt }, evidence)
    expect(stateOf(judged)).toBe('not-fully-checked')
  }
  expect(recognise(utf8ToBytes(JSON.stringify({ ...share(both), enclave_receipt: 1 })))).toEqual({
    kind: 'invalid',
    sentence: 'It cannot be read: the disclosure: enclave_receipt is no object.',
  })
})
