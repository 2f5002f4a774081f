import { expect, test } from 'vitest'
import { ciphertextValue } from '#shared/body-relay/ciphertext-value.ts'
import { sha256Digest } from '#shared/digest.ts'
import type { RelayedEnd } from '#shared/e2ee/relayed-answer.ts'
import { exchangeJudge, type Signed } from '../../../support/enclave/answer-of-enclave.ts'

const another = sha256Digest('another')
const enclave = {
  measurement: sha256Digest('program'),
  tlsKey: null,
  signingKey: null,
  encryptionKey: '11'.repeat(32),
  processor: 'tdx',
} as const

/** Of an enclave whose evidence was in order. */
const judge = exchangeJudge(
  { checks: [], required: [], ready: { enclave, verifiedBy: 'tinfoil-tdx-dcap/1' } },
  { evidence: sha256Digest('evidence'), at: new Date() },
)

test('an answer in order is verified, and one whose ciphertext nobody has is not', async () => {
  expect(await judge()).toEqual({ state: 'verified', outcome: 'complete' })
  expect((await judge({}, { wireAnswer: null })).state).toBe('not-fully-checked')
})

test.each<[string, Partial<Signed>, Partial<RelayedEnd>]>([
  ['another mode', { mode: 'tee' }, {}],
  ['another measurement', { measurement: another }, {}],
  ['another kind of enclave', { verifiedBy: 'tinfoil-snp-vcek/1' }, {}],
  ['another question', { prompt: ciphertextValue(another) }, {}],
  ['another answer', { answer: ciphertextValue(another) }, {}],
  ['a part that did not open', {}, { opened: false }],
  ['no end', {}, { isComplete: false }],
])('an answer with %s fails', async (_what, signed, end) => {
  expect((await judge(signed, end)).state).toBe('failed')
})
