import type { EnclavePlan, SimulatedKeyset } from '../../../server/demo/enclave/enclave-plan.ts'
import type { EvidenceCase } from '../../support/enclave/make-evidence.ts'

/** A keyset with members that its type does not know. */
const keysetWith = (change: (keyset: SimulatedKeyset) => object): EvidenceCase => ({
  plan: { boundKeyset: (keyset) => ({ ...keyset, ...change(keyset) }) as SimulatedKeyset },
})

type Custody = Parameters<NonNullable<EnclavePlan['custody']>>[0]
type Entry = Readonly<Record<string, unknown>>

const custodyWith = (change: (keys: readonly Entry[]) => readonly Entry[]): EvidenceCase => ({
  plan: {
    custody: (custody) => ({ ...custody, keys: change(custody.keys) }) as unknown as Custody,
  },
})

const newKey = { key_id: 'e2ee-v3', algo: 'ml-kem-768-v3', public_key: 'Not hex, Base64==' }
const keyOf = (entries: readonly Entry[], role: string) =>
  entries.find((entry) => entry['role'] === role) ?? {}

/** A report with these is judged by the rest of it. */
export const unknownCases: readonly (readonly [string, EvidenceCase])[] = [
  [
    'E2EE keys of an algorithm that is not known, in whatever encoding',
    keysetWith(({ e2ee_public_keys: keys }) => ({
      e2ee_public_keys: [newKey, ...keys, { algo: 'x', key: { kty: 'OKP' } }, { anything: 1 }],
    })),
  ],
  [
    'signing keys of an algorithm that is not known',
    keysetWith(({ receipt_signing_keys: keys }) => ({
      receipt_signing_keys: [{ key_id: 'r2', algo: 'ml-dsa-65', public_key: '??' }, ...keys],
    })),
  ],
  [
    'TLS keys that are named in another way, or for any host in words',
    keysetWith(({ tls_public_keys: keys }) => ({
      tls_public_keys: [{ spki_sha512: 'x' }, ...keys.map((key) => ({ ...key, domain: null }))],
    })),
  ],
  ['no TLS keys', keysetWith(() => ({ tls_public_keys: undefined }))],
  ['no subject', keysetWith(() => ({ subject: undefined }))],
  ['members of the keyset that are not known', keysetWith(() => ({ workload_id: 'x', more: {} }))],
  [
    'members of keys that are not known',
    keysetWith(({ e2ee_public_keys: keys }) => ({
      e2ee_public_keys: keys.map((key) => ({ ...key, expires: 1 })),
    })),
  ],
  [
    'a chain of custody of a role that is not known',
    custodyWith((keys) => [{ ...keyOf(keys, 'receipt'), role: 'e2ee-v3' }, ...keys]),
  ],
  [
    'a chain of custody of a role that is not known, in a form that is not known',
    custodyWith((keys) => [{ role: 'e2ee-v3', signatures: {} }, {}, ...keys]),
  ],
  [
    'a chain of custody without a key of the key management',
    custodyWith((keys) => [
      ...keys,
      { role: 'receipt', purpose: 'x', public_key: '00', signature_chain: [] },
    ]),
  ],
  [
    'members of the report that are not known',
    {
      report: (report) => ({
        ...report,
        workload_id: 'w',
        anything: [1],
        attestation: { ...report.attestation, workload_id: 'w', source_provenance: { x: 1 } },
        service_capabilities: {
          supported_e2ee_versions: ['2', '3', { version: 4 }],
          serving: 'direct',
          more: true,
        },
      }),
    },
  ],
  [
    'a quote in upper-case hex',
    {
      report(report) {
        const evidence = report.attestation.evidence as unknown as { quote: string }
        evidence.quote = evidence.quote.toUpperCase()
        return report
      },
    },
  ],
]

/** What is not known proves nothing: what is wrong, and the checks that fail. */
export const misusedCases: readonly (readonly [string, string | readonly string[], EvidenceCase])[] = [
    [
      'a key of a known algorithm that has no form is no key',
      'evidence.format',
      keysetWith(({ e2ee_public_keys: keys }) => ({
        e2ee_public_keys: keys.map((key) => ({ ...key, public_key: 'Base64==' })),
      })),
    ],
    [
      'a key of a known algorithm that is too short is no key',
      ['aci.keyset-roles', 'custody.keys'],
      keysetWith(({ receipt_signing_keys: keys }) => ({
        receipt_signing_keys: [...keys, { key_id: 'r2', algo: 'ed25519', public_key: '00' }],
      })),
    ],
    [
      'a key of a known algorithm without a chain is nobody’s',
      'custody.keys',
      keysetWith(({ e2ee_public_keys: keys }) => ({
        e2ee_public_keys: [
          ...keys,
          { key_id: 'e2', algo: 'x25519-aes-256-gcm-hkdf-sha256', public_key: '11'.repeat(32) },
        ],
      })),
    ],
    [
      'a chain under another role does not stand for the missing one',
      'custody.keys',
      custodyWith((keys) =>
        keys.map((key) => (key['role'] === 'receipt' ? { ...key, role: 'receipt/2' } : key)),
      ),
    ],
    [
      'a chain without its key does not stand for the missing one',
      'custody.keys',
      custodyWith((keys) =>
        keys.map(({ kms_public_key: kms, ...key }) =>
          key['role'] === 'receipt' ? key : { ...key, kms_public_key: kms },
        ),
      ),
    ],
    [
      'a chain of a known role that is broken is broken',
      'evidence.format',
      custodyWith((keys) =>
        keys.map((key) => (key['role'] === 'receipt' ? { ...key, signature_chain: [] } : key)),
      ),
    ],
    [
      'a second chain of a known role is not passed over',
      'custody.keys',
      custodyWith((keys) => [...keys, keyOf(keys, 'receipt')]),
    ],
    [
      'a key of an algorithm that is not known may not be the key of another role',
      'aci.keyset-roles',
      keysetWith(({ receipt_signing_keys: [key] }) => ({
        tls_public_keys: [],
        e2ee_public_keys: [{ ...newKey, public_key: key?.public_key }],
      })),
    ],
    [
      'ids of signing keys are unique among all',
      'aci.keyset-roles',
      keysetWith(({ receipt_signing_keys: keys }) => ({
        receipt_signing_keys: [{ ...keys[0], algo: 'ml-dsa-65', public_key: '??' }, ...keys],
      })),
    ],
    [
      'a TLS key that is named wrongly is no other kind of key',
      'evidence.format',
      keysetWith(() => ({ tls_public_keys: [{ spki_sha256: 'AB' }] })),
    ],
    [
      'another subject is not none',
      'evidence.format',
      keysetWith(() => ({ subject: { app: 'x' } })),
    ],
    [
      'a keyset without keys that can be used is none',
      ['aci.keyset-roles', 'custody.keys'],
      keysetWith(() => ({ receipt_signing_keys: [newKey], e2ee_public_keys: [newKey] })),
    ],
  ]
