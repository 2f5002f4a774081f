import { expect, test } from 'vitest'
import { parseEnclaveReceipt } from '#shared/aci/parse-enclave-receipt.ts'
import { verificationClaims } from '#shared/words/english/claims/verification-claims.ts'
import { requiredEnclaveReceiptChecks } from '#shared/aci/verify-enclave-receipt.ts'
import { hostChecks } from '#shared/aci/hosts/judge-host.ts'
import { requiredSessionChecks } from '#shared/aci/hosts/verify-session.ts'
import { sha256Digest } from '#shared/digest.ts'
import type { Json } from '#shared/canonical-json.ts'
import { claims } from '#shared/claims.ts'
import { evidenceClaims } from '#shared/evidence-claims.ts'
import {
  judgeExchange,
  enclaveReceiptOf,
  type ExchangeFacts,
} from '#shared/judge/judge-exchange.ts'
import { receiptClaims } from '#shared/words/english/claims/receipt-claims.ts'
import type { Check } from '#shared/verdict.ts'
import { failingCases } from '../../vectors/evidence/failing-cases.ts'
import { failedIn as failed } from '../../support/receipts/failed-in.ts'
import {
  exchangeTrust,
  makeExchange,
  servedAt,
  testEnclave,
  withEnclave,
} from '../../support/receipts/make-exchange.ts'
import { signed, twice, verified } from '../../support/receipts/signed-receipt.ts'

const other = `sha256:${'00'.repeat(32)}` as const

function judge(change: (facts: ExchangeFacts) => ExchangeFacts, facts = makeExchange()) {
  return judgeExchange(change(facts), exchangeTrust)
}

test('an exchange in order is verified and complete', () => {
  const { verdict, outcome } = judge((facts) => facts)
  expect(failed(verdict.checks)).toEqual([])
  expect([verdict.kind, outcome]).toEqual(['verified', 'complete'])
})

/** What the client knows, altered so that the receipt no longer fits in one place. */
const receiptCases: Readonly<Record<string, (facts: ExchangeFacts) => ExchangeFacts>> = {
  'enclave-receipt.keyset': (facts) => withEnclave(facts, { digest: other }),
  'enclave-receipt.key': (facts) =>
    withEnclave(facts, { keyset: { ...testEnclave.keyset, receipt_signing_keys: [] } }),
  'enclave-receipt.id': (facts) => ({ ...facts, receiptId: 'rcpt-another' }),
  'enclave-receipt.exchange': (facts) => ({
    ...facts,
    offer: { ...facts.offer, ready: { ...facts.offer.ready, upstreamModel: 'another' } },
  }),
  'enclave-receipt.time': (facts) => ({ ...facts, beganBetween: [servedAt + 500, servedAt + 501] }),
  'enclave-receipt.request': (facts) => ({
    ...facts,
    sealed: { ...facts.sealed, restoredDigest: sha256Digest('another') },
  }),
  'enclave-receipt.response': (facts) => ({
    ...facts,
    end: { ...facts.end, responseDigest: other },
  }),
  'enclave-receipt.upstream': (facts) => withEnclave(facts, { serving: 'aggregator' }),
  'e2ee.encrypted': (facts) => ({ ...facts, end: { ...facts.end, opened: false } }),
  'e2ee.complete': (facts) => ({ ...facts, end: { ...facts.end, isComplete: false } }),
  'channel.e2ee-key': (facts) => withOfferFailure(facts, 'channel.e2ee-key'),
  'aci.e2ee-version': (facts) => withOfferFailure(facts, 'aci.e2ee-version'),
}

function withOfferFailure(facts: ExchangeFacts, id: 'channel.e2ee-key' | 'aci.e2ee-version') {
  const checks = facts.offer.checks.map((check): Check =>
    check.id === id ? { id, status: 'fail', by: 'you', reason: 'test' } : check,
  )
  return { ...facts, offer: { ...facts.offer, checks } }
}

test.each(Object.entries(receiptCases))('%s can fail, and fails alone', (id, change) => {
  const { verdict } = judge(change)
  expect(failed(verdict.checks)).toEqual([id])
  expect(verdict.kind).toBe('rejected')
})

test('e2ee.mode can fail, and fails alone: the gateway signed for a weaker mode', () => {
  const { verdict } = judge((facts) => facts, makeExchange('tee'))
  expect(failed(verdict.checks)).toEqual(['e2ee.mode'])
})

test.each([
  ['another measurement', { measurement: sha256Digest('another') }],
  ['another scheme', { scheme: 'aci-tdx-dcap/1' as const }],
])(
  'e2ee.mode fails alone when the gateway signed for %s than this client verified',
  (_what, members) => {
    const { verdict } = judge((facts) => withEnclave(facts, members))
    expect(failed(verdict.checks)).toEqual(['e2ee.mode'])
  },
)

test.each([
  ['did not open', 'e2ee.encrypted', { opened: false, isComplete: false }],
  ['broke off', 'e2ee.complete', { opened: true, isComplete: false }],
  ['came to its end', 'e2ee.mode', { opened: true, isComplete: true }],
])('an unsigned answer that %s is refused by %s alone', (_what, id, end) => {
  const { verdict } = judge((facts) => ({ ...facts, end: { ...facts.end, ...end, svc: null } }))
  expect(failed(verdict.checks)).toEqual([id])
})

test.each([
  ['complete', {}],
  ['truncated', { isComplete: false }],
  ['tampered', { opened: false }],
  ['tampered', { responseDigest: other }],
  ['unverified', { svc: null }],
] as const)('an answer is %s', (expected, end) => {
  const { outcome } = judge((facts) => ({ ...facts, end: { ...facts.end, ...end } }))
  expect(outcome).toBe(expected)
})

test.each<[string, (events: readonly Json[]) => readonly Json[]]>([
  ['request.received comes twice', (events) => [...events, { type: 'request.received' }]],
  [
    'request.received is not the first',
    ([first, ...rest]) => [{ type: 'note' }, first ?? null, ...rest],
  ],
  ['response.returned comes twice', (events) => [...events, events.at(-1) ?? null]],
  ['request.forwarded comes twice', (events) => [...events, { type: 'request.forwarded' }]],
  ['an event has no type', (events) => [...events, {}]],
  ['response.received comes twice', (events) => [...events, ...twice('response.received')]],
  [
    'a digest of a known event has another form',
    (events) => [...events, { type: 'response.received', body_hash: 'abc' }],
  ],
  [
    'one of several upstream.verified comes after the answer',
    ([first = null, ...rest]) => [first, verified('00'), ...rest, verified('11')],
  ],
])('enclave-receipt.events fails alone when %s', (_what, change) => {
  expect(failed(signed(change))).toEqual(['enclave-receipt.events'])
})

test('a receipt of the old protocol is unsupported, not half-verified', () => {
  const document = enclaveReceiptOf(makeExchange().end.svc)
  if (typeof document === 'string') throw new Error(document)
  const old = { ...document.document, signature: { algo: 'ed25519', key_id: 'k', value: '00' } }
  expect(() => parseEnclaveReceipt(old)).toThrow(
    expect.objectContaining({ code: 'PROTOCOL_UNSUPPORTED' }) as Error,
  )
})

test('every check there is has a case in which it alone fails', () => {
  const elsewhere = [
    // tests/unit/receipt/verify-receipt.test.ts and tests/unit/svc/verify-answer.test.ts
    ...Object.keys(receiptClaims),
    // The six are put together out of the others.
    ...Object.keys(verificationClaims),
    // tests/integration/enclave/enclave-faults.test.ts: swapped-tls-key and receipt-missing
    'channel.tls',
    'enclave-receipt.present',
    // tests/unit/aci/judge-host.test.ts
    ...hostChecks,
    // tests/unit/attestation/
    ...Object.keys(evidenceClaims),
    // tests/unit/judge/chain-vectors.test.ts
    ...requiredSessionChecks,
    'enclave-receipt.signature',
    // It is passed or skipped: what travels in clear is said, and is no failure.
    'e2ee.clear-fields',
    'e2ee.clear-answer',
    // The same, of evidence of another day: tests/unit/judge/evidence-beside-answers.test.ts
    'evidence.time',
  ]
  const here = [
    ...Object.keys(failingCases),
    ...Object.keys(receiptCases),
    'e2ee.mode',
    'enclave-receipt.events',
  ]
  expect([...new Set([...here, ...elsewhere])].toSorted()).toEqual(Object.keys(claims).toSorted())
  for (const id of requiredEnclaveReceiptChecks) expect([...here, ...elsewhere]).toContain(id)
})
