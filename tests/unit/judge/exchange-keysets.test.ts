import { expect, test } from 'vitest'
import { sha256Digest } from '#shared/digest.ts'
import { judgeExchange, type ExchangeFacts } from '#shared/judge/judge-exchange.ts'
import { failedIn as failed } from '../../support/receipts/failed-in.ts'
import {
  exchangeTrust,
  makeExchange,
  servedAt,
  testEnclave,
  withEnclave,
} from '../../support/receipts/make-exchange.ts'

const other = `sha256:${'00'.repeat(32)}` as const

function judge(change: (facts: ExchangeFacts) => ExchangeFacts) {
  return judgeExchange(change(makeExchange()), exchangeTrust)
}

test('a keyset that ends while our own clock waits for the answer has ended', () => {
  const { verdict } = judge((facts) => ({
    ...withEnclave(facts, { keyset: { ...testEnclave.keyset, not_after: servedAt + 10 } }),
    beganBetween: [servedAt + 20, servedAt + 30],
  }))
  expect(failed(verdict.checks)).toEqual(['enclave-receipt.keyset'])
})

test('a keyset that had ended by the enclave’s own clock has ended, though ours is behind', () => {
  const { verdict } = judge((facts) => ({
    ...withEnclave(facts, { keyset: { ...testEnclave.keyset, not_after: servedAt } }),
    beganBetween: [servedAt - 20, servedAt],
  }))
  expect(failed(verdict.checks)).toEqual(['enclave-receipt.keyset'])
})

const asked = { ...testEnclave, digest: other }

test('a replica of the workload that was asked may have signed', () => {
  const { verdict } = judge((facts) => ({
    ...withEnclave(facts, asked),
    otherKeysets: [testEnclave],
  }))
  expect(verdict.kind).toBe('verified')
})

test.each([
  ['another workload', { appId: '22'.repeat(20) }],
  ['another scheme', { scheme: 'aci-tdx-dcap/1' as const }],
])('a keyset of %s that was verified before does not count', (_what, members) => {
  const { verdict } = judge((facts) => ({
    ...withEnclave(facts, asked),
    otherKeysets: [{ ...testEnclave, ...members }],
  }))
  expect(failed(verdict.checks)).toContain('enclave-receipt.keyset')
})

test('the enclave that signed is the one that the gateway signed for, not the one that was asked', () => {
  const { verdict } = judge((facts) => ({
    ...withEnclave(facts, asked),
    otherKeysets: [{ ...testEnclave, measurement: sha256Digest('another') }],
  }))
  expect(failed(verdict.checks)).toEqual(['e2ee.mode'])
})

test('that the enclave serves the model itself is not established while nothing pinned says so', () => {
  const { verdict } = judge((facts) => withEnclave(facts, { serving: 'undetermined' }))
  expect(failed(verdict.checks)).toEqual([])
  expect(verdict).toMatchObject({ kind: 'partial', missing: ['enclave-receipt.upstream'] })
})
