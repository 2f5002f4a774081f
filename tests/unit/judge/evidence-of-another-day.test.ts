import { expect, test, vi } from 'vitest'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { judgeSubject } from '#shared/judge/judge-subject.ts'
import { recognise } from '#shared/document/recognise.ts'
import { chainSubjectOf } from '#shared/judge/chain-subject.ts'
import { judgeChain } from '#shared/judge/judge-chain.ts'
import type { Evidence } from '#shared/document/evidence.ts'
import { parseEvidence } from '#shared/document/parse-evidence.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { stateOf } from '#shared/judge/state/state-of.ts'
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

const answer = makeAnswer('tee')
const ofVectors = makeAnswer('tee', 'aci-tdx-dcap/1', 'embeddings')
const evidence = await makeEvidence()

function stateWith(
  file: Evidence,
  reference: 'given' | 'not given' = 'given',
  text: string = answer,
) {
  const recognition = recognise(utf8ToBytes(text))
  if (recognition.kind !== 'recognised') throw new Error(recognition.kind)
  const { subject } = recognition
  const input = chainSubjectOf(subject)
  if (input === null) throw new Error('an enclave answered')
  const read = parseEvidence(utf8ToBytes(JSON.stringify(file)))
  const pinned = reference === 'given' ? parseReferenceValues(testReferenceValues) : null
  const chain = judgeChain({ ...input, evidence: read }, { reference: pinned })
  const judged = judgeSubject(
    subject,
    { prompt: { values: [messages] }, mayBeSaved: true, chain },
    {
      signers: parseSignerHistory(testLimits),
      policy: { simulatedEnclave: 'reject' },
      nowSeconds: Date.now() / 1000,
    },
  )
  const skipped = chain.checks.flatMap(({ id, status }) => (status === 'skip' ? [id] : []))
  return { state: stateOf(judged), skipped }
}

const hour = 3_600_000

test('evidence of the same day proves, and of another day leaves the enclave unchecked', () => {
  const later = (hours: number) => ({
    ...evidence,
    fetchedAt: new Date(Date.now() + hours * hour).toISOString(),
  })
  expect(stateWith(evidence).state).toBe('verified')
  expect(stateWith(later(23)).state).toBe('verified')
  const other = stateWith(later(25))
  expect(other.state).toBe('not-fully-checked')
  expect(other.skipped).toContain('evidence.time')
})

test('without reference values nothing is condemned, and nothing is proven', () => {
  const { state, skipped } = stateWith(evidence, 'not given')
  expect(state).toBe('not-fully-checked')
  expect(skipped).toContain('policy.compose')
})

test('a chat by the receipt of an enclave that was asked for vectors fails', () => {
  expect(stateWith(evidence, 'given', ofVectors).state).toBe('failed')
})

test('evidence of the same enclave under other keys condemns nothing', async () => {
  const { state, skipped } = stateWith(await makeOtherEvidence())
  expect(state).toBe('not-fully-checked')
  expect(skipped).toEqual(['enclave-receipt.keyset'])
})

test('a file that a program wrote anew holds other bytes, which is missing and not wrong', () => {
  const value = JSON.parse(answer) as { choices: [{ message: object }] }
  const { message } = value.choices[0]
  const nulls = { refusal: null, tool_calls: null }
  const dumped = { ...value, choices: [{ index: 0, message: { ...message, ...nulls } }] }
  for (const text of [JSON.stringify(value, null, 2), JSON.stringify(dumped)]) {
    const { state, skipped } = stateWith(evidence, 'given', text)
    expect(state).toBe('not-fully-checked')
    expect(skipped).toContain('enclave-receipt.response')
  }
  const altered = answer.replace('Who signed', 'Who sang')
  for (const text of [altered, JSON.stringify(JSON.parse(altered), null, 2)]) {
    expect(stateWith(evidence, 'given', text).state).toBe('failed')
  }
})
