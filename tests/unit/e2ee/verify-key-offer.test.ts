import { expect, test } from 'vitest'
import { simulationPolicy } from '#shared/aci/appraise-report.ts'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { verifyKeyOffer } from '#shared/e2ee/verify-key-offer.ts'
import { makeCase, testKeys } from '../../support/enclave/make-evidence.ts'

const given = await makeCase({})
const policy = simulationPolicy(parseReferenceValues(given.reference), given.root)
const [x25519, secp256k1, receipt] = ['e2ee-x25519', 'e2ee-secp256k1', 'receipt'].map((role) => {
  const key = testKeys.custody.find((each) => each.role === role)
  return { algo: key?.algo ?? '', public_key: key?.publicKey ?? '' }
})

/** What fails of an offer to encrypt to this key, beside a report in order, or `ready`. */
function found(key: { algo: string; public_key: string } | undefined, versions: unknown = ['2']) {
  const service_capabilities = { supported_e2ee_versions: versions, serving: 'direct' }
  const report = { ...(given.report as object), service_capabilities }
  const offer = {
    algo: key?.algo ?? '',
    public_key: key?.public_key ?? '',
    report: Buffer.from(JSON.stringify(report)),
    collateral: given.collateral,
    upstream_model: 'm',
    measurement: '',
  }
  const { nonce, nowSeconds } = given
  const { checks, ready } = verifyKeyOffer({ offer, nonce, nowSeconds }, policy)
  if (ready !== null) return 'ready'
  return checks.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))
}

test('only a key that the quote covers, under its own algorithm, is encrypted to', () => {
  expect(found(x25519)).toBe('ready')
  expect(found(secp256k1)).toBe('ready')
  const stranger = { algo: x25519?.algo ?? '', public_key: '11'.repeat(32) }
  const renamed = { algo: x25519?.algo ?? '', public_key: secp256k1?.public_key ?? '' }
  for (const other of [stranger, renamed, receipt]) {
    expect(found(other)).toEqual(['channel.e2ee-key'])
  }
})

test('no version that is known leaves no enclave to encrypt to', () => {
  expect(found(x25519, ['9'])).toEqual(['aci.e2ee-version'])
})
