import { expect, test } from 'vitest'
import { parseEnclaveReceipt } from '#shared/aci/parse-enclave-receipt.ts'
import { verificationClaims } from '#shared/words/english/claims/verification-claims.ts'
import {
  requiredEnclaveReceiptChecks,
  verifyEnclaveReceipt,
} from '#shared/aci/verify-enclave-receipt.ts'
import { hostChecks } from '#shared/aci/hosts/judge-host.ts'
import { parseSessionOffer } from '#shared/aci/hosts/audit-session.ts'
import { verifySession } from '#shared/aci/hosts/verify-session.ts'
import { aciCanonicalJson } from '#shared/aci/aci-json.ts'
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
import vectors from '../../vectors/aci-protocol.aci.json' with { type: 'json' }
import { failingCases } from '../../vectors/evidence/failing-cases.ts'
import { failedIn as failed } from '../../support/failed-in.ts'
import {
  exchangeTrust,
  makeExchange,
  servedAt,
  testEnclave,
  withEnclave,
} from '../../support/make-exchange.ts'
import { observed, signed, twice, verified } from '../../support/signed-receipt.ts'

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

test('a receipt that is missing leaves the answer unverified, and does not pass', () => {
  const { verdict, outcome } = judge((facts) => {
    const { svc } = facts.end
    if (!svc) throw new Error('the exchange has svc')
    const { enclave_receipt: _receipt, ...rest } = svc
    return { ...facts, end: { ...facts.end, svc: rest } }
  })
  expect(verdict.kind).toBe('partial')
  expect(verdict.checks).toContainEqual(
    expect.objectContaining({ id: 'enclave-receipt.present', status: 'skip' }),
  )
  expect(outcome).toBe('unverified')
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

test.each([
  ['result', { result: 'failed', required: true, session_id: '00'.repeat(32) }],
  ['required', { result: 'verified', required: false, session_id: '00'.repeat(32) }],
  ['session', { result: 'verified', required: true }],
])(
  'enclave-receipt.upstream fails alone for the wrong %s, of a direct service too',
  (_what, event) => {
    const checks = signed((events) => [
      ...events.slice(0, 2),
      { type: 'upstream.verified', ...event },
      ...events.slice(2),
    ])
    expect(failed(checks)).toEqual(['enclave-receipt.upstream'])
  },
)

test('enclave-receipt.signature fails alone when one digit of it is another', () => {
  const facts = makeExchange()
  const receipt = enclaveReceiptOf(facts.end.svc)
  if (typeof receipt === 'string') throw new Error(receipt)
  const signature = receipt.signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  const checks = verifyEnclaveReceipt(parseEnclaveReceipt({ ...receipt.document, signature }), {
    ...observed(),
    requestDigest: `sha256:${facts.sealed.restoredDigest}`,
    responseDigest: facts.end.responseDigest,
  })
  expect(failed(checks)).toEqual(['enclave-receipt.signature'])
})

test('a receipt of the old protocol is unsupported, not half-verified', () => {
  const document = enclaveReceiptOf(makeExchange().end.svc)
  if (typeof document === 'string') throw new Error(document)
  const old = { ...document.document, signature: { algo: 'ed25519', key_id: 'k', value: '00' } }
  expect(() => parseEnclaveReceipt(old)).toThrow(
    expect.objectContaining({ code: 'PROTOCOL_UNSUPPORTED' }) as Error,
  )
})

const session = JSON.parse(vectors.session.text) as Record<string, Json>

/** A session document that differs, under its own id. */
function sessionWith(
  members: Record<string, Json>,
  expected: Partial<{ id: string; at: number }> = {},
) {
  const text = JSON.stringify({ ...session, ...members })
  const id = sha256Digest(aciCanonicalJson(JSON.parse(text) as Json))
  return verifySession(parseSessionOffer(Buffer.from(text)).session, {
    sessionId: expected.id ?? id,
    servedAtSeconds: expected.at ?? vectors.session.served_at,
  })
}

const sessionCases: Readonly<Record<string, readonly Check[]>> = {
  'session.id': sessionWith({}, { id: '00'.repeat(32) }),
  'session.evidence': sessionWith({
    evidence: { digest: other, data: 'data:text/plain;base64,ZXhhbXBsZS1ldmlkZW5jZQ==' },
  }),
  'session.time': sessionWith({}, { at: 1_750_003_601 }),
  'session.claims': sessionWith({
    claims: { tee_attested: { status: 'asserted', source: 'operator_asserted' } },
  }),
}

test.each(Object.entries(sessionCases))('%s can fail, and fails alone', (id, checks) => {
  expect(failed(checks)).toEqual([id])
})

test('every check there is has a case in which it alone fails', () => {
  const elsewhere = [
    // tests/unit/receipt/verify-receipt.test.ts and tests/unit/svc/verify-answer.test.ts
    ...Object.keys(receiptClaims),
    // The six are put together out of the others.
    ...Object.keys(verificationClaims),
    // tests/integration/enclave-faults.test.ts: swapped-tls-key and receipt-missing
    'channel.tls',
    'enclave-receipt.present',
    // tests/unit/aci/judge-host.test.ts
    ...hostChecks,
    // tests/unit/attestation/
    ...Object.keys(evidenceClaims),
    // It is passed or skipped: what travels in clear is said, and is no failure.
    'e2ee.clear-fields',
    'e2ee.clear-answer',
    // The same, of evidence of another day: tests/unit/judge/evidence-beside-answers.test.ts
    'evidence.time',
  ]
  const here = [
    ...Object.keys(failingCases),
    ...Object.keys(receiptCases),
    ...Object.keys(sessionCases),
    'e2ee.mode',
    'enclave-receipt.events',
    'enclave-receipt.signature',
  ]
  expect([...new Set([...here, ...elsewhere])].toSorted()).toEqual(Object.keys(claims).toSorted())
  for (const id of requiredEnclaveReceiptChecks) expect(here).toContain(id)
})
