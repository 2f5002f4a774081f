import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSessionOffer } from '#shared/aci/hosts/audit-session.ts'
import { parseEnclaveReceipt } from '#shared/aci/parse-enclave-receipt.ts'
import { parseReport } from '#shared/aci/parse-report.ts'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { parseEventLog } from '#shared/attestation/appraise/parse-event-log.ts'
import { parseCollateral } from '#shared/attestation/quote/parse-collateral.ts'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { parseDisclosure } from '#shared/disclosure/parse-disclosure.ts'
import { parseEvidence } from '#shared/document/parse-evidence.ts'
import { recognise } from '#shared/document/recognise.ts'
import { parseVaultFile } from '#shared/document/vault-file.ts'
import { parseKeyOffer } from '#shared/e2ee/parse-key-offer.ts'
import { FormatError } from '#shared/errors.ts'
import { parseReceipt } from '#shared/receipt/parse-receipt.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { parseSvc } from '#shared/svc/parse-svc.ts'
import { applyChanges } from '../../support/receipts/apply-changes.ts'
import { alterMembers } from '../../support/receipts/alter-members.ts'
import { describedDocuments, fitsSchema } from '../../support/receipts/document-schemas.ts'
import answers from '../../vectors/answer.countersign.json' with { type: 'json' }
import chains from '../../vectors/chain.countersign.json' with { type: 'json' }
import evidences from '../../vectors/evidence.countersign.json' with { type: 'json' }
import limits from '../../vectors/limits.countersign.json' with { type: 'json' }
import receipts from '../../vectors/receipt.countersign.json' with { type: 'json' }
import disclosures from '../../vectors/disclosure.countersign.json' with { type: 'json' }

const folder = join(import.meta.dirname, '../../../shared/receipt/examples')

interface Example {
  readonly offer: string
  readonly attestation: { readonly evidence: { readonly event_log: string } }
  readonly collateral: { readonly tcb_info: string; readonly qe_identity: string }
}

const example = (name: string) =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Example
const bytesOf = (document: unknown) => utf8ToBytes(JSON.stringify(document))

const evidence = example('evidence')
const offer = JSON.parse(evidence.offer) as Example
const { collateral } = offer
const svc = example('svc') as unknown as Readonly<Record<'enclave_receipt', object>>
const session = {
  api_version: 'aci/1',
  upstream_name: 'model-host',
  established_at: 1,
  expires_at: 2,
  channel_binding: [],
  claims: { tee_attested: { status: 'asserted', source: 'hardware_proven' } },
  evidence: { digest: `sha256:${'00'.repeat(32)}`, data: 'data:application/json;base64,e30=' },
}
const tcbInfo = (text: unknown) =>
  parseCollateral({ ...collateral, tcb_info: JSON.stringify(text) })
const qeIdentity = (text: unknown) =>
  parseCollateral({ ...collateral, qe_identity: JSON.stringify(text) })

const reference = {
  ...example('reference-values'),
  tcb_statuses: ['UpToDate'],
  allowed_envs: ['LOG_LEVEL'],
  key_provider_ids: ['3059'],
}

/** Each document that is described, an example of it, and what reads it. */
const documents: readonly [name: string, document: unknown, parse: (input: unknown) => unknown][] =
  [
    ['receipt', example('receipt'), parseReceipt],
    ['svc', svc, parseSvc],
    ['limits', example('limits'), parseSignerHistory],
    ['disclosure', example('disclosure'), parseDisclosure],
    ['export', example('export'), (input) => parseVaultFile(bytesOf(input))],
    ['evidence', evidence, (input) => parseEvidence(bytesOf(input))],
    ['offer', offer, (input) => readOffer(bytesOf(input))],
    ['collateral', collateral, parseCollateral],
    ['collateral.schema.json#/$defs/tcbInfo', JSON.parse(collateral.tcb_info), tcbInfo],
    ['collateral.schema.json#/$defs/qeIdentity', JSON.parse(collateral.qe_identity), qeIdentity],
    ['report', offer.attestation, (input) => parseReport(bytesOf(input))],
    [
      'event-log',
      (
        JSON.parse(
          (offer as unknown as { attestation: { attestation: Example['attestation'] } }).attestation
            .attestation.evidence.event_log,
        ) as unknown[]
      ).slice(0, 2),
      (input) => parseEventLog(JSON.stringify(input)),
    ],
    ['enclave-receipt', svc.enclave_receipt, parseEnclaveReceipt],
    ['session', session, (input) => parseSessionOffer(bytesOf(input))],
    ['session', { session, collateral: null }, (input) => parseSessionOffer(bytesOf(input))],
    ['reference-values', reference, parseReferenceValues],
  ]

function readOffer(bytes: Uint8Array): void {
  const { report, collateral: shown } = parseKeyOffer(bytes)
  parseReport(report)
  if (shown !== null) parseCollateral(shown)
}

function isRead(parse: (input: unknown) => unknown, document: unknown): boolean {
  try {
    parse(document)
    return true
  } catch (error) {
    if (error instanceof FormatError) return false
    throw error
  }
}

test('every schema has an example that it fits, and that is read', () => {
  for (const [name, document, parse] of documents) {
    expect(fitsSchema(name, document), name).toBe(true)
    expect(isRead(parse, document), name).toBe(true)
  }
  const named = documents.map(([name]) => name)
  expect(describedDocuments.filter((name) => !named.includes(name))).toEqual(['stream-event'])
})

test.each(documents)(
  '%s: what the schema refuses is not read, and what it accepts is',
  (name, document, parse) => {
    // An offer holds a report and collateral, which have cases of their own.
    const altered = alterMembers(document).filter(
      ({ what }) => name !== 'offer' || /^\/?[^/]*$/.test(what),
    )
    expect(altered.length).toBeGreaterThan(10)
    const differ = altered.filter(
      ({ document: each }) => fitsSchema(name, each) !== isRead(parse, each),
    )
    expect(
      differ.map(
        ({ what, document: each }) => `${what}: ${isRead(parse, each) ? 'read' : 'refused'}`,
      ),
    ).toEqual([])
  },
)

/** Names of cases that the schema takes for something else than what reads them does. */
function differing(
  name: string,
  cases: readonly { readonly name: string; readonly document: unknown }[],
  parse: (input: unknown) => unknown,
): readonly string[] {
  return cases
    .filter(({ document }) => fitsSchema(name, document) !== isRead(parse, document))
    .map((each) => each.name)
}

test('vectors fit their schema where they are read, but for times that do not exist', () => {
  const receiptCases = receipts.cases.map(({ name, receipt }) => ({ name, document: receipt }))
  expect(differing('receipt', receiptCases, parseReceipt)).toEqual(['a day that does not exist'])
  const disclosed = disclosures.cases.map(({ name, disclosure }) => ({
    name,
    document: disclosure,
  }))
  expect(differing('disclosure', disclosed, parseDisclosure)).toEqual([])
  const answered = answers.cases.map(({ name, svc: document }) => ({ name, document }))
  expect(differing('svc', answered, parseSvc)).toEqual([])
  const stated = limits.cases.map(({ name, limits: document }) => ({ name, document }))
  expect(differing('limits', stated, parseSignerHistory)).toEqual([
    'a day that does not exist',
    'hour 24',
    'a revocation on a day that does not exist',
  ])
})

test('the evidence of vectors fits its schemas where it is read', () => {
  const given = evidences.cases.map(({ name, changes }) => ({
    name,
    document: applyChanges(evidences.base, changes),
  }))
  const reports = given.map(({ name, document }) => ({ name, document: document.report }))
  expect(differing('report', reports, (input) => parseReport(bytesOf(input)))).toEqual([])
  const signed = given.map(({ name, document }) => ({ name, document: document.collateral }))
  expect(differing('collateral', signed, parseCollateral)).toEqual([])
  for (const { name, answer, evidence: shown } of chains.cases) {
    const { svc: document } = JSON.parse(answer) as { svc: unknown }
    expect(fitsSchema('svc', document), name).toBe(true)
    expect(fitsSchema('evidence', shown), name).toBe(true)
  }
})

/** A chunk in which each member that a delta may have stands. */
const fullChunk = {
  choices: [
    {
      index: 0,
      delta: {
        role: 'assistant',
        content: 'x',
        reasoning_content: 'y',
        refusal: 'z',
        tool_calls: [
          {
            index: 0,
            id: 'call_1',
            type: 'function',
            function: { name: 'f', arguments: '{}' },
            custom: { name: 'c', input: 'i' },
          },
        ],
        function_call: { name: 'f', arguments: '{}' },
      },
      finish_reason: null,
      text: '',
      message: null,
    },
  ],
}

test('a stream is read exactly where its events fit their schema, but for what a schema cannot count', () => {
  const [first = '', second = '', finish = '', ...end] = readFileSync(
    join(folder, 'stream.txt'),
    'utf8',
  ).split('\n\n')
  const streamWith = (chunk: unknown) =>
    [first, `data: ${JSON.stringify(chunk)}`, second, finish, ...end].join('\n\n')
  const isReadBeside = (chunk: unknown) =>
    recognise(utf8ToBytes(streamWith(chunk))).kind === 'recognised'
  for (const event of [first, second, finish]) {
    expect(fitsSchema('stream-event', JSON.parse(event.slice('data: '.length)))).toBe(true)
  }
  const altered = alterMembers(fullChunk)
  expect(altered.length).toBeGreaterThan(100)
  const differ = altered.filter(
    ({ document }) => fitsSchema('stream-event', document) !== isReadBeside(document),
  )
  expect(differ.map(({ what }) => what)).toEqual([
    '/choices/0/delta/tool_calls has one more: {}',
    '/choices has one more: {}',
  ])
})
