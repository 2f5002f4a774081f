import { expect, test } from 'vitest'
import { parseEnclaveReceipt } from '#shared/aci/parse-enclave-receipt.ts'
import { sessionIdsOf, verifyEnclaveReceipt } from '#shared/aci/verify-enclave-receipt.ts'
import type { Json } from '#shared/canonical-json.ts'
import { failedIn as failed } from '../../support/receipts/failed-in.ts'
import { makeExchange } from '../../support/receipts/make-exchange.ts'
import { observed, signed, signedReceipt, verified } from '../../support/receipts/signed-receipt.ts'

test.each<Json>([
  { type: 'note', anything: 1 },
  { type: 'note', body_hash: 'abc' },
  { type: 'middleware.forwarded', body_hash: `sha512:${'0'.repeat(128)}` },
  { type: 'note', body_hash: null },
  { type: 'upstream.unverified', result: 'failed' },
])('an event of an unknown type does no harm: %j', (event) => {
  expect(failed(signed((events) => [...events, event]))).toEqual([])
})

test.each<[string, Json]>([
  ['a number that has no canonical form', 0.5],
  ['very many values', Array.from({ length: 20_000 }, () => 0)],
])('a receipt with %s in it fails enclave-receipt.signature, and nothing throws', (_what, more) => {
  const facts = makeExchange()
  const { document } = signedReceipt((events) => events, facts)
  const receipt = parseEnclaveReceipt({ ...document, more })
  expect(failed(verifyEnclaveReceipt(receipt, observed(facts)))).toEqual([
    'enclave-receipt.signature',
  ])
})

test('an unknown event is not taken for a known one', () => {
  const renamed = (events: readonly Json[], type: string) =>
    events.map((event) => {
      const { type: own, ...rest } = event as Record<string, Json>
      return own === type ? { type: `${type}/2`, ...rest } : (event as Json)
    })
  for (const type of ['request.received', 'response.returned']) {
    expect(failed(signed((events) => renamed(events, type)))).toContain('enclave-receipt.events')
  }
})

test('several hosts that were each verified pass, and each session is to be audited', () => {
  const events = [verified('00'), verified('11'), verified('00')]
  const several = ([first = null, ...rest]: readonly Json[]) => [first, ...events, ...rest]
  const receipt = signedReceipt(several)
  expect(failed(signed(several))).toEqual([])
  expect(sessionIdsOf(receipt)).toEqual(['00'.repeat(32), '11'.repeat(32)])
  expect(sessionIdsOf(signedReceipt((own) => own))).toEqual([])
})

test.each<[string, Record<string, Json>]>([
  ['was not verified', { result: 'failed' }],
  ['need not have been', { required: false }],
  ['has no session', { session_id: null }],
  ['has a session of no known form', { session_id: 'x' }],
])('of several hosts one that %s fails enclave-receipt.upstream', (_what, members) => {
  for (const bad of [0, 1, 2]) {
    const events = ['00', '11', '22'].map((byte, index) =>
      index === bad ? { ...verified(byte), ...members } : verified(byte),
    )
    const checks = signed(([first = null, ...rest]) => [first, ...events, ...rest])
    expect(failed(checks)).toEqual(['enclave-receipt.upstream'])
  }
})
