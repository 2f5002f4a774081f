import { describe, expect, test } from 'vitest'
import { parseUtf8, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { sha256Digest } from '#shared/digest.ts'
import { hasRecordings, withoutRecordings } from '../../../support/providers/provider-recordings.ts'
import {
  encryptedTo,
  keptOf,
  laterJudge,
  ofModel,
  ofRouter,
} from '../../../support/providers/recorded-tinfoil.ts'

describe.skipIf(!hasRecordings)(`what Tinfoil's enclaves showed${withoutRecordings}`, () => {
  test('a recorded enclave is verified by the way that the gateway takes', async () => {
    const { kind, enclave } = await keptOf('tinfoil-direct-2026-06-29')
    expect(kind).toBe('verified')
    expect(enclave).toMatchObject({ processor: 'tdx', signingKey: null })
    expect(enclave?.encryptionKey).toMatch(/^[0-9a-f]{64}$/)
  })

  test('one without signed statements is not', async () => {
    const { kind, enclave } = await keptOf('tinfoil-direct-2026-06-22')
    expect({ kind, enclave }).toEqual({ kind: 'incomplete', enclave: null })
  })

  test('an answer of it is the gateway’s claim to whoever judges it later, and no more', async () => {
    const kept = await keptOf('tinfoil-direct-2026-06-29')
    const { bytes, at } = kept
    const judge = laterJudge(kept, 'tinfoil-tdx-dcap/1')
    expect(await judge()).toEqual({ state: 'gateways-claim', failed: [] })
    expect(await judge({ measurement: sha256Digest('another') })).toEqual({
      state: 'failed',
      failed: ['enclave.signed'],
    })
    expect(await judge({ verifiedBy: 'tinfoil-snp-vcek/1' })).toEqual({
      state: 'failed',
      failed: ['enclave.signed'],
    })
    expect(await judge({ verifiedBy: 'near-tdx-dcap/1' })).toMatchObject({ failed: [] })
    const later = new Date(at.getTime() + 2 * 86_400_000)
    expect(await judge({ at: later })).toEqual({ state: 'not-fully-checked', failed: [] })
    const router = parseUtf8(bytes).replace(ofModel, ofRouter)
    expect((await judge({}, utf8ToBytes(router))).failed).toEqual(['evidence.format'])
    const another = parseUtf8(bytes).replace(ofModel, 'tinfoilsh/confidential-gemma5')
    expect((await judge({}, utf8ToBytes(another))).failed).toEqual(['sigstore.repository'])
  })

  test('who encrypts to it has a verified answer, and refuses its evidence with any lie', async () => {
    const kept = await keptOf('tinfoil-direct-2026-06-29')
    const { evidence, nowSeconds, verifiedBy, judge, failed } = encryptedTo(kept)
    expect(verifiedBy).toBe('tinfoil-tdx-dcap/1')
    expect(await judge()).toEqual({ state: 'verified', outcome: 'complete' })
    expect(failed({ nonce: '11'.repeat(32) })).toEqual(['quote.report-data', 'nvidia.nonce'])
    expect(failed({ nowSeconds: nowSeconds + 90 * 86_400 })).toContain('quote.crl-dates')
    expect(failed({ evidence: { ...evidence, repository: ofRouter } })).toEqual(['evidence.format'])
    const foreign = 'tinfoilsh/confidential-another'
    expect(failed({ evidence: { ...evidence, repository: foreign } })).toEqual([
      'sigstore.repository',
    ])
    expect(failed({ evidence: { ...evidence, kind: 'tinfoil-router' } })).toEqual([
      'evidence.format',
    ])
  })
})

describe.skipIf(!hasRecordings)(`what Tinfoil's router showed${withoutRecordings}`, () => {
  test('the recorded router is verified as the router, and its older release is none without a statement', async () => {
    const { kind, enclave, failed } = await keptOf('tinfoil-router-2026-06-29', 'router')
    expect({ kind, failed }).toEqual({ kind: 'verified', failed: [] })
    expect(enclave).toMatchObject({ processor: 'sev-snp', signingKey: null })
    const older = await keptOf('tinfoil-router-2026-06-18', 'router')
    expect(older).toMatchObject({ kind: 'incomplete', failed: [], enclave: null })
  })

  test('neither stands for the other: the router is no model’s enclave, and such an enclave is no router', async () => {
    const router = await keptOf('tinfoil-router-2026-06-29', 'model')
    expect(router.failed).toEqual(['gpu.hash', 'nvidia.format'])
    const model = await keptOf('tinfoil-direct-2026-06-29', 'router')
    expect(model.kind).toBe('incomplete')
    const kept = await keptOf('tinfoil-direct-2026-06-29')
    const relabelled = parseUtf8(kept.bytes).replace('"tinfoil-direct"', '"tinfoil-router"')
    const bytes = utf8ToBytes(relabelled.replace(ofModel, ofRouter))
    const judge = laterJudge({ ...kept, bytes }, 'tinfoil-router-tdx-dcap-provider/1')
    expect(await judge()).toEqual({ state: 'failed', failed: ['sigstore.repository'] })
  })

  test('an answer of the router is at best its provider’s claim to who asked, and the gateway’s to others', async () => {
    const kept = await keptOf('tinfoil-router-2026-06-29', 'router')
    const later = laterJudge(kept, 'tinfoil-router-snp-vcek-provider/1')
    expect(await later()).toEqual({ state: 'gateways-claim', failed: [] })
    expect((await later({ measurement: sha256Digest('another') })).failed).toEqual([
      'enclave.signed',
    ])
    expect((await later({ verifiedBy: 'tinfoil-router-tdx-dcap-provider/1' })).failed).toEqual([
      'enclave.signed',
    ])
    const asModel = parseUtf8(kept.bytes).replace(ofRouter, ofModel)
    expect((await later({}, utf8ToBytes(asModel))).failed).toEqual(['evidence.format'])

    const { evidence, verifiedBy, judge, failed } = encryptedTo(kept)
    expect(verifiedBy).toBe('tinfoil-router-snp-vcek-provider/1')
    expect(await judge()).toEqual({ state: 'providers-claim', outcome: 'complete' })
    expect((await judge({ verifiedBy: 'tinfoil-snp-vcek/1' })).state).toBe('failed')
    expect(failed({ nonce: '11'.repeat(32) })).toEqual(['snp.report-data'])
    expect(failed({ evidence: { ...evidence, repository: ofModel } })).toEqual(['evidence.format'])
    expect(failed({ evidence: { ...evidence, kind: 'tinfoil-direct' } })).toEqual([
      'evidence.format',
    ])
    const asHost = { ...evidence, kind: 'tinfoil-direct', repository: ofModel }
    expect(failed({ evidence: asHost })).toEqual([
      'sigstore.repository',
      'gpu.hash',
      'nvidia.format',
    ])
  })
})
