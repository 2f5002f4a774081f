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
