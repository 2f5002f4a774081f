import { expect, test } from 'vitest'
import { tlsKeysFor } from '#shared/aci/parse-keyset.ts'
import { appraiseCase, notPassed, type EvidenceCase } from '../../support/enclave/make-evidence.ts'

test('a service that does not say how it serves counts as an aggregator', async () => {
  for (const capabilities of [{}, { serving: null }, { serving: ['direct'] }]) {
    const { enclave } = await appraiseCase({
      report: (report) => ({
        ...report,
        service_capabilities: { supported_e2ee_versions: ['2'], ...capabilities },
      }),
    })
    expect(enclave?.serving).toBe('aggregator')
  }
})

test('an enclave runs the model itself by its pinned software, and not by its own word', async () => {
  const servingOf = async (evidence: EvidenceCase) =>
    (await appraiseCase(evidence)).enclave?.serving
  expect(await servingOf({})).toBe('direct')
  expect(await servingOf({ reference: { direct_compose_hashes: [] } })).toBe('undetermined')
})

test.each([
  ['without its y coordinate', (point: string) => `03${point.slice(2, 66)}`],
  ['with the other one', (point: string) => `${point.slice(0, 66)}${'11'.repeat(32)}`],
])(
  'a point on secp256k1 that is written %s is the same key in a second role',
  async (_how, written) => {
    const { checks } = await appraiseCase({
      plan: {
        boundKeyset(keyset) {
          const [point] = keyset.e2ee_public_keys.filter(
            ({ public_key: key }) => key.length === 130,
          )
          const again = { key_id: 'r2', algo: 'k256', public_key: written(point?.public_key ?? '') }
          return { ...keyset, receipt_signing_keys: [...keyset.receipt_signing_keys, again] }
        },
      },
    })
    expect(notPassed(checks)).toEqual(['aci.keyset-roles'])
  },
)

test('a TLS key serves the host that it names, and any where it names none', () => {
  const keyset = {
    subject: null,
    not_after: 0,
    receipt_signing_keys: [],
    e2ee_public_keys: [],
    tls_public_keys: [
      { spki_sha256: 'a' },
      { spki_sha256: 'b', domain: null },
      { spki_sha256: 'c', domain: 'host.example' },
      { spki_sha256: 'd', domain: 'other.example' },
      { spki_sha256: 'e', domain: ['host.example'] },
      { spki_sha256: 'f', domain: '' },
    ],
  }
  expect(tlsKeysFor(keyset, 'host.example')).toEqual(['a', 'b', 'c'])
})
