import { describe, expect, test } from 'vitest'
import { readGpuPayload, parseNearReport } from '#shared/attestation/kinds/parse-near-report.ts'
import {
  nvidiaPolicy,
  gpuSerials,
  verifyGpus,
  type GpuEvidence,
} from '#shared/attestation/nvidia/verify-gpus.ts'
import { keysNamedBy } from '#shared/attestation/nvidia/key-set.ts'
import { verifyOpinion, type GpuOpinion } from '#shared/attestation/nvidia/verify-opinion.ts'
import { parseX509Pem } from '#shared/attestation/certificates/parse-x509.ts'
import { sha256Digest } from '#shared/digest.ts'
import {
  documentOf,
  evidenceOf,
  flippedBase64,
  flippedHex,
} from '../../../support/providers/judge-changed.ts'
import { hasRecordings, withoutRecordings } from '../../../support/providers/provider-recordings.ts'
import { makeGpus } from '../../../../server/demo/providers/gpu-evidence.ts'

const recording = 'nanogpt-2026-06-10'

describe.skipIf(!hasRecordings)(`lies about GPUs${withoutRecordings}`, () => {
  const evidence = hasRecordings ? evidenceOf(recording) : null
  const { nonce = '', nowSeconds = 0, opinion = null } = evidence ?? {}
  const gpus = hasRecordings ? gpusOf(recording) : []
  const [gpu = { certificate: '', evidence: '' }] = gpus
  const pem = Buffer.from(gpu.certificate, 'base64').toString()
  const chain = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/g) ?? []

  function gpusOf(name: string): readonly GpuEvidence[] {
    return readGpuPayload(parseNearReport(JSON.parse(documentOf(name))))
  }

  interface Given {
    readonly nonce?: string
    readonly nowSeconds?: number
    readonly root?: string
  }

  function failures(shown: readonly GpuEvidence[], given: Given = {}): readonly string[] {
    const policy = given.root === undefined ? nvidiaPolicy : { root: sha256Digest(given.root) }
    return verifyGpus(shown, { nonce, nowSeconds, ...given }, policy)
      .filter(({ status }) => status === 'fail')
      .map(({ id }) => id)
  }

  const withEvidence = (bytes: Uint8Array) => ({
    ...gpu,
    evidence: Buffer.from(bytes).toString('base64'),
  })
  /** With one bit of its evidence changed. */
  const changed = (at: number) => () => [{ ...gpu, evidence: flippedBase64(gpu.evidence, at) }]
  const withChain = (certificates: readonly string[]) => ({
    ...gpu,
    certificate: Buffer.from(certificates.join('')).toString('base64'),
  })
  const bytes = Buffer.from(gpu.evidence, 'base64')

  /** One certificate with its last bit changed: that of its signature. */
  function spoiled(at: number): readonly string[] {
    return chain.map((each, index) => {
      if (index !== at) return each
      const body = each.replaceAll(/-----[^-]+-----|\s/g, '')
      return `-----BEGIN CERTIFICATE-----\n${flippedBase64(body, -1)}\n-----END CERTIFICATE-----\n`
    })
  }

  test('a true one verifies, as do eight of one machine', () => {
    expect(failures(gpus)).toEqual([])
    const eight = evidenceOf('venice-2026-06-10')
    expect(
      failures(gpusOf('venice-2026-06-10'), { nonce: eight.nonce, nowSeconds: eight.nowSeconds }),
    ).toEqual([])
  })

  test.each<[string, () => readonly GpuEvidence[], readonly string[]]>([
    [
      'measurements that it does not count',
      () => [withEvidence(Buffer.from(bytes).fill((bytes[41] ?? 0) - 1, 41, 42))],
      ['nvidia.format'],
    ],
    ['no GPU', () => [], ['nvidia.format']],
    ['one GPU twice', () => [gpu, gpu], ['nvidia.distinct']],
    [
      'a byte more',
      () => [withEvidence(Buffer.concat([bytes, Buffer.alloc(1)]))],
      ['nvidia.format'],
    ],
    ['a byte less', () => [withEvidence(bytes.subarray(0, -1))], ['nvidia.format']],
    ['another request', changed(1), ['nvidia.format']],
    ['another answer', changed(38), ['nvidia.format']],
    ['a block fewer', changed(41), ['nvidia.format']],
    ['another length', changed(42), ['nvidia.format']],
    ['a block of another kind', changed(46), ['nvidia.format']],
    ['a changed parameter', changed(2), ['nvidia.signature']],
    ['a changed nonce', changed(4), ['nvidia.signature', 'nvidia.nonce']],
    ['a changed measurement', changed(60), ['nvidia.signature']],
    ['a changed signature', changed(-1), ['nvidia.signature']],
    ['a leaf that nobody issued', () => [withChain(spoiled(0))], ['nvidia.chain']],
    ['a CA that nobody issued', () => [withChain(spoiled(2))], ['nvidia.chain']],
    ['another root', () => [withChain(spoiled(4))], ['nvidia.root']],
    ['no root', () => [withChain(chain.slice(0, -1))], ['nvidia.root', 'nvidia.generation']],
    ['a gap in its chain', () => [withChain(chain.toSpliced(2, 1))], ['nvidia.chain']],
    [
      'the certificate of a CA as its own',
      () => [withChain(chain.slice(1))],
      ['nvidia.chain', 'nvidia.signature'],
    ],
    ['no certificate', () => [withChain([])], ['nvidia.format']],
    ['text beside its certificates', () => [withChain([...chain, 'x'])], ['nvidia.format']],
  ])('evidence with %s is refused by name', (_name, shown, expected) => {
    expect(failures(shown())).toEqual(expected)
  })

  test('the certificates of one GPU say nothing of another', () => {
    const [other] = gpusOf('venice-2026-06-10')
    expect(failures([{ ...gpu, certificate: other?.certificate ?? '' }])).toEqual([
      'nvidia.signature',
    ])
  })

  test('what was signed for another nonce, under another root or at another time is refused', () => {
    expect(failures(gpus, { nonce: flippedHex(nonce, 0) })).toEqual(['nvidia.nonce'])
    expect(failures(gpus, { root: 'another' })).toEqual(['nvidia.root'])
    expect(failures(gpus, { nowSeconds: Date.parse('2019-01-01') / 1000 })).toEqual([
      'nvidia.chain',
    ])
  })

  const serials = gpuSerials(gpus)
  function opinions(change: Partial<GpuOpinion>, given: object = {}): readonly string[] {
    const shown = { answer: opinion?.answer ?? '', keys: opinion?.keys ?? '', ...change }
    return verifyOpinion(shown, { nonce, serials, nowSeconds, ...given })
      .filter(({ status }) => status !== 'pass')
      .map(({ id }) => id)
  }

  test("NVIDIA's opinion must be signed, current and on these GPUs", () => {
    expect(opinions({})).toEqual([])
    const answer = opinion?.answer ?? ''
    const [[, overall], others] = JSON.parse(answer) as [[string, string], Record<string, string>]
    const altered = overall.replace(/.{8}$/, 'AAAAAAAA')
    expect(opinions({ answer: JSON.stringify([['JWT', altered], others]) })).toEqual([
      'nvidia.opinion-signature',
    ])
    expect(opinions({ keys: '{"keys":[]}' })).toEqual([
      'nvidia.opinion-signature',
      'nvidia.opinion-key',
    ])
    expect(opinions({ answer: JSON.stringify([['JWT', overall], {}]) })).toEqual([
      'nvidia.opinion-subject',
    ])
    const renamed = { 'GPU-7': others['GPU-0'] ?? '' }
    expect(opinions({ answer: JSON.stringify([['JWT', overall], renamed]) })).toEqual([
      'nvidia.opinion-subject',
    ])
    expect(opinions({}, { nonce: flippedHex(nonce, 0) })).toEqual(['nvidia.opinion-subject'])
    expect(opinions({}, { serials: ['7'] })).toEqual(['nvidia.opinion-subject'])
    expect(opinions({}, { serials: [...serials, '7'] })).toEqual(['nvidia.opinion-subject'])
    expect(opinions({}, { nowSeconds: nowSeconds + 4000 })).toEqual(['nvidia.opinion-time'])
    expect(opinions({}, { nowSeconds: nowSeconds - 4000 })).toEqual(['nvidia.opinion-time'])
    expect(opinions({ answer: '[]' })).toEqual(['nvidia.opinion-signature'])
  })

  test('a key that no authority of NVIDIA certified may be anybody’s', () => {
    const { keys } = JSON.parse(opinion?.keys ?? '{}') as { keys: { x5c: string[] }[] }
    const [, authority = ''] = keys[0]?.x5c ?? []
    const withChains = (chainOf: (own: readonly string[]) => readonly string[]) =>
      JSON.stringify({ keys: keys.map((key) => ({ ...key, x5c: chainOf(key.x5c) })) })
    // The last bits of a certificate are those of its signature.
    const unsigned = (own = '') => flippedBase64(own, -1)
    const foreign = (chain[0] ?? '').replaceAll(/-----[^-]+-----|\s/g, '')
    for (const chainOf of [
      () => [],
      (own: readonly string[]) => own.slice(0, 1),
      () => [authority, authority],
      () => [foreign, authority],
      (own: readonly string[]) => [own[0] ?? '', foreign],
      (own: readonly string[]) => [unsigned(own[0]), authority],
    ]) {
      expect(opinions({ keys: withChains(chainOf) })).toEqual(['nvidia.opinion-key'])
    }
  })

  test('of the published keys those are kept that signed', () => {
    const kept = keysNamedBy(opinion?.answer ?? '', opinion?.keys ?? '')
    expect(kept.length).toBeLessThan((opinion?.keys.length ?? 0) / 8)
    expect(opinions({ keys: kept })).toEqual([])
  })

  test('without an opinion it is not proven, and nothing failed', () => {
    const [check] = verifyOpinion(null, { nonce, serials, nowSeconds })
    expect([check?.id, check?.by, check?.status]).toEqual([
      'nvidia.opinion',
      'nvidia',
      'not-proven',
    ])
  })
})

test('a GPU is of a generation that can keep secrets, by its own certificate and its authority’s, while they are valid', async () => {
  const nonce = '5a'.repeat(32)
  const maker = await makeGpus(new Date())
  const root = sha256Digest(parseX509Pem(maker.rootPem)[0]?.der ?? '')
  const nowSeconds = Math.floor(Date.now() / 1000)
  const failed = (evidence: Parameters<typeof verifyGpus>[0], at = nowSeconds) =>
    verifyGpus(evidence, { nonce, nowSeconds: at }, { root })
      .filter(({ status }) => status === 'fail')
      .map(({ id }) => id)
  const own = await maker.evidence(nonce, {})
  expect(failed(own)).toEqual([])
  expect(failed(own, nowSeconds + 365 * 86_400)).toEqual(['nvidia.chain'])
  expect(failed(await maker.evidence(nonce, { named: 'GB202' }))).toEqual(['nvidia.generation'])
  expect(failed(await maker.evidence(nonce, { chip: 'GA100' }))).toEqual(['nvidia.generation'])
  expect(failed(Array.from({ length: 33 }, () => own).flat())).toEqual(['nvidia.format'])
})
