import { sessionCases } from './evidence/session-cases.ts'
import {
  aggregator,
  answerText,
  enclave,
  ending,
  issuedAt,
  machine,
  nonce,
  offerOf,
  servedAt,
  svcOf,
  type ExchangePlan,
} from './example-exchange.ts'
import { jcs, labels, limits, write } from './sign-vectors.ts'

// node tests/vectors/make-chain-vectors.ts
// Answers of a simulated enclave with its evidence: what leads from the quote to the bytes of the answer.

type Svc = Awaited<ReturnType<typeof svcOf>>

interface ChainCase {
  readonly name: string
  readonly failed?: readonly string[]
  readonly skipped?: readonly string[]
  /** How far the checks lead: to an enclave, or to none. */
  readonly reach?: 'enclave' | 'none'
  readonly exchange?: ExchangePlan
  readonly svc?: (svc: Svc) => object
  /** The answer's text, which the enclave did not sign. */
  readonly text?: string
  readonly evidence?: object
}

/** The enclave's receipt with other members, signed by its key. */
function signedAnew({ enclave_receipt, ...svc }: Svc, members: object) {
  const { signature: _signature, ...document } = { ...enclave_receipt, ...members } as Readonly<Record<string, unknown>>
  const signature = machine.keys.signReceipt(jcs(document))
  return { ...svc, enclave_receipt: { ...document, signature } }
}

const cases: readonly ChainCase[] = [
  { name: 'an answer and its evidence in order' },
  { name: 'evidence for another nonce', evidence: { nonce: '00'.repeat(32) }, failed: ['quote.report-data', 'aci.report-data'], reach: 'none' },
  { name: 'evidence of two days later', evidence: { fetchedAt: '2026-11-22T09:30:00.001Z' }, skipped: ['evidence.time'] },
  { name: 'evidence of a day later', evidence: { fetchedAt: '2026-11-21T09:30:00.000Z' } },
  { name: 'evidence without collateral', evidence: { offer: 'without collateral' }, skipped: ['quote.root'], reach: 'none' },
  { name: 'evidence without the root of the simulation', evidence: { offer: 'without root' }, failed: ['quote.root'], reach: 'none' },
  { name: 'evidence of other keys', exchange: { served: { keysetDigest: `sha256:${'11'.repeat(32)}` } }, skipped: ['enclave-receipt.keyset'], reach: 'none' },
  {
    name: 'a receipt of the second in which the keys ended',
    exchange: { served: { keysetDigest: ending.keysetDigest(), servedAtSeconds: servedAt + 60 } },
    evidence: { offer: 'keys that end' },
    failed: ['enclave-receipt.keyset'],
  },
  {
    name: 'a receipt of the second before the keys ended',
    exchange: { served: { keysetDigest: ending.keysetDigest(), servedAtSeconds: servedAt + 59 } },
    evidence: { offer: 'keys that end' },
  },
  {
    name: 'an answer without the enclave’s receipt',
    svc: ({ enclave_receipt: _left, ...svc }) => svc,
    skipped: ['enclave-receipt.present'],
    reach: 'none',
  },
  {
    name: 'an answer with a receipt of the enclave that cannot be read',
    svc: (svc) => ({ ...svc, enclave_receipt: {} }),
    skipped: ['enclave-receipt.present'],
    reach: 'none',
  },
  {
    name: 'a receipt of another keyset’s key',
    svc: (svc) => signedAnew(svc, { key_id: 'another' }),
    failed: ['enclave-receipt.key'],
    skipped: ['enclave-receipt.signature'],
  },
  { name: 'a receipt that a stranger signed', exchange: { keys: { ...machine.keys, signReceipt: (text) => machine.keys.signAsStranger(text) } }, failed: ['enclave-receipt.signature'] },
  { name: 'a receipt of another id', svc: (svc) => ({ ...svc, enclave_receipt_id: 'rcpt-other' }), failed: ['enclave-receipt.id'] },
  { name: 'a receipt whose id was not announced', svc: ({ enclave_receipt_id: _left, ...svc }) => svc, failed: ['enclave-receipt.id'] },
  { name: 'a receipt for another model', exchange: { served: { model: 'another-model' } }, failed: ['enclave-receipt.exchange'] },
  { name: 'a receipt of an hour and three minutes before', exchange: { served: { servedAtSeconds: servedAt - 3780 } }, failed: ['enclave-receipt.time'] },
  { name: 'a receipt of an hour before', exchange: { served: { servedAtSeconds: servedAt - 3600 } } },
  {
    name: 'a receipt that does not begin with the request',
    svc: (svc) => signedAnew(svc, { event_log: [{ type: 'note' }, ...(svc.enclave_receipt as { event_log: object[] }).event_log] }),
    failed: ['enclave-receipt.events'],
  },
  {
    name: 'a receipt with an event that is not known',
    svc: (svc) => signedAnew(svc, { event_log: [...(svc.enclave_receipt as { event_log: object[] }).event_log, { type: 'note', body_hash: 7 }] }),
  },
  { name: 'an answer with another member that only the enclave signed', text: answerText.replace('chatcmpl-1', 'chatcmpl-9'), failed: ['enclave-receipt.response'] },
  { name: 'an answer that the gateway translated', svc: (svc) => ({ ...svc, translated: true }), skipped: ['enclave-receipt.response'] },
  {
    name: 'an answer of a host that was not verified',
    exchange: { served: { upstream: { result: 'failed', required: true, reason: 'no evidence' } } },
    failed: ['enclave-receipt.upstream'],
  },
  { name: 'an answer that was signed for another enclave', exchange: { signed: { measurement: 'c3'.repeat(32) } }, failed: ['enclave.signed'] },
  {
    name: 'an answer that was signed as hardware’s',
    exchange: { signed: { verifiedBy: 'aci-tdx-dcap/1' } },
    svc: (svc) => ({ ...svc, privacy_label: labels.tee }),
    failed: ['quote.root'],
    reach: 'none',
  },
]

const offers = {
  direct: await offerOf(enclave),
  aggregator: await offerOf(aggregator),
  'keys that end': await offerOf(ending),
  'without collateral': await offerOf(enclave, { collateral: null }),
  'without root': await offerOf(enclave, { simulation_root: undefined }),
}

async function vectorOf({ name, failed = [], skipped = [], reach = 'enclave', ...plan }: ChainCase) {
  const svc = await svcOf('chatcmpl-1', answerText, plan.exchange)
  const shown = plan.svc?.(svc) ?? svc
  const isJudged = reach === 'enclave'
  const text = plan.text ?? answerText
  return {
    name,
    answer: `${text.slice(0, -1)},"svc":${JSON.stringify(shown)}}`,
    evidence: { type: 'countersign-evidence/1', nonce, fetchedAt: issuedAt, offer: 'direct', ...plan.evidence },
    failed,
    skipped,
    host: isJudged ? 'none' : null,
  }
}

write('chain.countersign.json', {
  about:
    'Answers of a simulated enclave with its evidence, and the checks of PROTOCOL.md §9 that must fail, and that must be skipped beside policy.key-provider and enclave-receipt.request. `offer` of the evidence names one of `offers`. The reader accepts simulations, and pins their reference values. `host` is who vouches for the model’s host, where the evidence establishes an enclave.',
  judged_at: '2026-11-22T12:00:00.000Z',
  limits,
  offers,
  cases: [
    ...(await Promise.all(cases.map(vectorOf))),
    ...(await Promise.all(
      sessionCases.map(async ({ id, session, host, ...each }) => {
        const upstream = { result: 'verified', required: true, sessionId: id } as const
        const vector = await vectorOf({ ...each, exchange: { served: { upstream } }, evidence: { offer: 'aggregator', ...(session === undefined ? {} : { session }) } })
        return { ...vector, host }
      }),
    )),
  ],
})
