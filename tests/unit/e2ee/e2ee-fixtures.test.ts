import { describe, expect, test } from 'vitest'
import { verifyCustody } from '#shared/aci/verify-custody.ts'
import { parseHex } from '#shared/bytes/bytes.ts'
import type { Json } from '#shared/canonical-json.ts'
import { openField, sealField } from '#shared/e2ee/field-cipher.ts'
import { rustStable } from '#shared/e2ee/rust-stable.ts'
import { suites } from '#shared/e2ee/suite.ts'
import { hasFixtures, readFixture, withoutFixtures } from '../../support/shared-fixture.ts'

interface SuiteVectors {
  readonly algo: string
  readonly cases: readonly {
    readonly name: string
    readonly recipient: string
    readonly ephemeral_private: string
    readonly iv: string
    readonly aad: string
    readonly plaintext: string
    readonly blob: string
  }[]
}

describe.skipIf(!hasFixtures)(`vectors of other libraries${withoutFixtures}`, () => {
  const cases = hasFixtures
    ? Object.values(
        readFixture<{
          suites: Record<string, SuiteVectors & { service_public: string; client_public: string }>
        }>('e2ee_v2_extra_vectors.json').suites,
      ).flatMap(({ cases: each, algo, ...keys }) =>
        each.map((vector) => ({ ...vector, algo, ...keys })),
      )
    : []

  test('there are twelve of them, or more', () => expect(cases.length).toBeGreaterThanOrEqual(12))

  test.each(cases)('$algo: $name', (vector) => {
    const suite = suites.find(({ algo }) => algo === vector.algo)
    if (!suite) throw new Error(vector.algo)
    const recipientKey = parseHex(
      vector.recipient === 'service' ? vector.service_public : vector.client_public,
    )
    const sealing = {
      suite,
      recipientKey,
      ephemeralKey: parseHex(vector.ephemeral_private),
      iv: parseHex(vector.iv),
      associatedData: vector.aad,
    }
    expect(sealField(vector.plaintext, sealing)).toBe(vector.blob)
    const serviceScalars: Readonly<Record<string, string>> = {
      'x25519-aes-256-gcm-hkdf-sha256': '03',
      'secp256k1-aes-256-gcm-hkdf-sha256': '44',
    }
    const clientScalars: Readonly<Record<string, string>> = {
      'x25519-aes-256-gcm-hkdf-sha256': '71',
      'secp256k1-aes-256-gcm-hkdf-sha256': '55',
    }
    const scalars = vector.recipient === 'service' ? serviceScalars : clientScalars
    const privateKey = parseHex((scalars[vector.algo] ?? '').repeat(32))
    expect(openField(vector.blob, { suite, privateKey, associatedData: vector.aad })).toBe(
      vector.plaintext,
    )
  })

  test("what the enclave's library writes in another way is never sent", () => {
    const rows = readFixture<{ input: string; serde_json: string }[]>('serde_json_vs_js.json')
    let compared = 0
    for (const { input, serde_json } of rows) {
      let stable: string
      try {
        stable = JSON.stringify(rustStable(JSON.parse(input) as Json))
      } catch {
        continue
      }
      // The client sends `stable`; the enclave reads it and must write the same again.
      const own = rows.find((row) => row.input === stable)
      if (own) {
        expect(own.serde_json, input).toBe(stable)
        compared += 1
      }
      expect(serde_json).toBeDefined()
    }
    expect(compared).toBeGreaterThan(5)
  })

  test('the custody chains of all three keys lead to their root', () => {
    interface Chains {
      root_public_compressed: string
      app_id: string
      keys: {
        algo: string
        role: string
        purpose: string
        public_key: string
        kms_public_key: string
        signature_chain: string[]
      }[]
    }
    const vector = readFixture<Chains>('kms_custody_vector.json')
    const key = (role: string) =>
      vector.keys
        .filter((each) => each.role.startsWith(role))
        .map(({ algo, public_key }) => ({ key_id: public_key, algo, public_key }))
    const judge = (acceptedRoots: readonly string[], appId: string) =>
      verifyCustody({
        keyset: {
          subject: null,
          not_after: 0,
          receipt_signing_keys: key('receipt'),
          e2ee_public_keys: key('e2ee'),
          tls_public_keys: [],
        },
        custody: vector.keys,
        appId,
        acceptedRoots,
      }).flatMap(({ id, status }) => (status === 'pass' ? [] : [id]))
    expect(judge([vector.root_public_compressed], vector.app_id)).toEqual([])
    expect(judge([vector.root_public_compressed], '22'.repeat(20))).toEqual(['custody.root'])
    expect(judge([], vector.app_id)).toEqual(['custody.root'])
  })
})
