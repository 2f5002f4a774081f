import { describe, expect, test } from 'vitest'
import { hasRecordings, withoutRecordings } from '../../../support/providers/provider-recordings.ts'
import {
  documentOf,
  evidenceOf,
  flippedBase64,
  flippedHex,
  judgeChanged,
  type Changes,
} from '../../../support/providers/judge-changed.ts'

const recording = 'tinfoil-direct-2026-06-29'
const repository = 'tinfoilsh/confidential-gemma4-31b'

interface Flat {
  readonly report_data: Readonly<Record<string, string>>
  readonly cpu: { readonly report: string }
  readonly gpu: { readonly evidences: readonly { certificate: string; evidence: string }[] }
  readonly certificate: string
  readonly signature: string
}

// Lies that simulated enclaves tell, too, stand in `tests/support/providers/provider-lies.ts`.

describe.skipIf(!hasRecordings)(`lies of Tinfoil's documents${withoutRecordings}`, () => {
  const flat = hasRecordings ? (JSON.parse(documentOf(recording)) as Flat) : ({} as Flat)
  const lie = (changes: Changes) =>
    judgeChanged(recording, ['tinfoil-direct', repository], changes).failed
  const { tls_key_fp: tls = '' } = flat.report_data ?? {}
  const gpuHash = flat.report_data?.['gpu_evidence_hash'] ?? ''
  const [gpu = { certificate: '', evidence: '' }] = flat.gpu?.evidences ?? []

  test('the true one verifies', () => {
    expect(lie({})).toEqual([])
  })

  test.each<[string, () => Changes, readonly string[]]>([
    [
      'with another key of the connection',
      () => ({ texts: [[tls, flippedHex(tls, 31)]] }),
      ['channel.certificate', 'channel.peer', 'document.signature', 'quote.report-data'],
    ],
    [
      'with another digest of the GPUs',
      () => ({ texts: [[gpuHash, flippedHex(gpuHash, 5)]] }),
      ['document.signature', 'gpu.hash', 'quote.report-data'],
    ],
    [
      'with evidence of a GPU changed in one bit',
      () => ({ texts: [[gpu.evidence, flippedBase64(gpu.evidence, 60)]] }),
      ['document.signature', 'gpu.hash', 'nvidia.signature'],
    ],
    [
      'with white space put into the evidence of its GPU',
      () => ({ texts: [['"gpu":{"evidences"', '"gpu":{ "evidences"']] }),
      ['document.signature', 'gpu.hash'],
    ],
    [
      'with the certificate of another machine',
      () => {
        const other = JSON.parse(documentOf('tinfoil-router-2026-06-29')) as Flat
        const text = (pem: string) => JSON.stringify(pem).slice(1, -1)
        return { texts: [[text(flat.certificate), text(other.certificate)]] }
      },
      ['channel.certificate', 'document.signature'],
    ],
    [
      'with a signature changed in one bit',
      () => ({ texts: [[flat.signature, flippedBase64(flat.signature, -1)]] }),
      ['document.signature'],
    ],
    [
      'with MRTD changed in one bit',
      () => ({ texts: [[flat.cpu.report, flippedBase64(flat.cpu.report, 48 + 136)]] }),
      ['code.platform', 'document.signature', 'quote.signature'],
    ],
    [
      'with RTMR0 changed in one bit',
      () => ({ texts: [[flat.cpu.report, flippedBase64(flat.cpu.report, 48 + 328)]] }),
      ['code.platform', 'document.signature', 'quote.signature'],
    ],
    [
      'with RTMR1 changed in one bit',
      () => ({ texts: [[flat.cpu.report, flippedBase64(flat.cpu.report, 48 + 376)]] }),
      ['code.measurement', 'document.signature', 'quote.signature'],
    ],
    [
      'with the quote of another day',
      () => {
        const other = JSON.parse(documentOf('tinfoil-direct-2026-06-22')) as Flat
        return { texts: [[flat.cpu.report, other.cpu.report]] }
      },
      ['document.signature', 'quote.report-data'],
    ],
    [
      "without Intel's documents",
      () => ({ evidence: { collateral: [] } }),
      ['evidence.collateral'],
    ],
    [
      'for another release than was asked for',
      () => {
        const { code } = evidenceOf(recording)
        return { evidence: { code: { bundles: code?.bundles ?? [], digest: '33'.repeat(32) } } }
      },
      ['sigstore.subject (code)'],
    ],
    [
      'with the statement of a machine in the place of that of the code',
      () => {
        const { platform } = evidenceOf(recording)
        return { evidence: { code: platform } }
      },
      ['sigstore.repository (code)', 'sigstore.statement (code)'],
    ],
    [
      'with a document that is none',
      () => ({
        texts: [['"format":"https://tinfoil.sh/predicate/attestation/v3"', '"format":"v2"']],
      }),
      ['document.format'],
    ],
  ])('a document %s is refused by name', (_name, changes, expected) => {
    expect(lie(changes())).toEqual(expected)
  })

  test('a statement about a newer router does not stand for this one', () => {
    const { code, nowSeconds } = evidenceOf('tinfoil-router-2026-06-29')
    const judged = judgeChanged(
      'tinfoil-router-2026-06-18',
      ['tinfoil-router', 'tinfoilsh/confidential-model-router'],
      { evidence: { code, nowSeconds } },
    )
    expect(judged.failed).toEqual(['code.measurement'])
  })

  test("a router's document is none of a host with GPUs", () => {
    const judged = judgeChanged(
      'tinfoil-router-2026-06-29',
      ['tinfoil-direct', 'tinfoilsh/confidential-model-router'],
      {},
    )
    expect(judged.failed).toEqual(['gpu.hash', 'nvidia.format'])
  })

  test('without a configured repository nothing is judged', () => {
    expect(judgeChanged(recording, ['tinfoil-direct', null], {}).failed).toEqual([
      'document.format',
    ])
  })

  test("without AMD's certificates a router's report is refused", () => {
    const judged = judgeChanged(
      'tinfoil-router-2026-06-29',
      ['tinfoil-router', 'tinfoilsh/confidential-model-router'],
      { evidence: { endorsement: null } },
    )
    expect(judged.failed).toEqual(['evidence.collateral'])
  })
})
