import { expect, test } from 'vitest'
import { parseKeyset } from '#shared/aci/parse-keyset.ts'
import { parseReport } from '#shared/aci/parse-report.ts'
import { parsePemChain } from '#shared/attestation/certificates/parse-pem-chain.ts'
import { parseCollateral } from '#shared/attestation/quote/parse-collateral.ts'
import { parseEventLog } from '#shared/attestation/appraise/parse-event-log.ts'
import { FormatError } from '#shared/errors.ts'
import type { SimulatedKeyset } from '../../../server/demo/enclave/enclave-plan.ts'
import { runtimeEntry } from '../../../server/demo/enclave/hardware/make-event-log.ts'
import { makeCollateral } from '../../../server/demo/enclave/hardware/simulation-collateral.ts'
import { makeSimulationPki } from '../../../server/demo/enclave/hardware/simulation-pki.ts'
import { appraiseCase, notPassed, type EvidenceCase } from '../../support/enclave/make-evidence.ts'

const now = new Date()
const collateral = makeCollateral(await makeSimulationPki(now), now)

const many = <Item>(length: number, item: (index: number) => Item) =>
  Array.from({ length }, (_, index) => item(index))

const keyset = (keys: readonly object[]) => ({
  subject: null,
  not_after: 1,
  receipt_signing_keys: keys,
  e2ee_public_keys: [],
  tls_public_keys: [],
})

function codeOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof FormatError) return error.code
    throw error
  }
  return 'none'
}

test('a keyset has so many keys at most, and none of more is looked at', () => {
  let looks = 0
  const key = {
    key_id: 'k',
    get algo() {
      looks += 1
      return 'unknown'
    },
  }
  expect(codeOf(() => parseKeyset(keyset(many(256, () => key))))).toBe('none')
  expect(looks).toBe(256)
  expect(codeOf(() => parseKeyset(keyset(many(50_000, () => key))))).toBe('REPORT_MALFORMED')
  expect(looks).toBe(256)
})

test('the most keys that a keyset may have are judged, each kind', async () => {
  const evidence: EvidenceCase = {
    plan: {
      boundKeyset: (own) =>
        ({
          ...own,
          e2ee_public_keys: [
            ...own.e2ee_public_keys,
            ...many(254, (index) => ({ algo: 'new', public_key: `${index}` })),
          ],
          tls_public_keys: many(256, (index) => ({
            spki_sha256: index.toString(16).padStart(64, '0'),
          })),
        }) as SimulatedKeyset,
    },
  }
  expect(notPassed((await appraiseCase(evidence)).checks)).toEqual([])
})

/** Shows a keyset with so many values in one of its members. */
const shownWith = (member: string, count: number): EvidenceCase => ({
  report: (report) => ({
    ...report,
    attestation: {
      ...report.attestation,
      workload_keyset: {
        ...(report.attestation as unknown as { workload_keyset: object }).workload_keyset,
        [member]: many(count, () => ({})),
      },
    },
  }),
})

test.each<[string, EvidenceCase]>([
  ['tens of thousands of keys', shownWith('e2ee_public_keys', 30_000)],
  ['very many values in members of the keyset that are not known', shownWith('more', 16_384)],
  [
    'very many chains of custody',
    {
      report(report) {
        report.attestation.evidence.key_custody = { keys: many(10_000, () => ({ role: 'x' })) }
        return report
      },
    },
  ],
  [
    'a log of very many events',
    { plan: { shownLog: (log) => [...log, ...many(1_000, () => runtimeEntry('app', ''))] } },
  ],
  ['very much text', { report: (report) => ({ ...report, more: 'x'.repeat(4 * 1024 * 1024) }) }],
])('a report with %s is not judged any further', async (_what, evidence) => {
  const { checks, enclave } = await appraiseCase(evidence)
  expect(enclave).toBeNull()
  expect(checks).toMatchObject([{ id: 'evidence.format', status: 'fail' }])
})

test('a report that is too long is refused before it is read', () => {
  const bytes = new Uint8Array(4 * 1024 * 1024 + 1)
  expect(codeOf(() => parseReport(bytes))).toBe('REPORT_MALFORMED')
  expect(codeOf(() => parseReport(bytes.subarray(1)))).toBe('JSON_MALFORMED')
})

test('an event log that is too long is refused before it is read', () => {
  expect(codeOf(() => parseEventLog(' '.repeat(1024 * 1024 + 1)))).toBe('EVENT_LOG_MALFORMED')
  expect(codeOf(() => parseEventLog(' '.repeat(1024 * 1024)))).toBe('JSON_MALFORMED')
})

test('a chain has four certificates at most, and none of more is read', () => {
  const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
  expect(() => parsePemChain(pem.repeat(20_000))).toThrow('20000 certificates')
  expect(() => parsePemChain(pem.repeat(5))).toThrow('5 certificates')
  expect(() => parsePemChain(pem.repeat(4))).not.toThrow('there are')
})

test.each([
  ['pck_crl', '00'.repeat(600_000)],
  ['root_ca_crl', '00'.repeat(600_000)],
  ['tcb_info', '{}'.padEnd(300_000)],
  ['qe_identity', '{}'.padEnd(300_000)],
  ['tcb_info_issuer_chain', ' '.repeat(70_000)],
  ['qe_identity_issuer_chain', ' '.repeat(70_000)],
])('collateral whose %s is far longer than any is not read', (member, text) => {
  expect(codeOf(() => parseCollateral(collateral))).toBe('none')
  expect(codeOf(() => parseCollateral({ ...collateral, [member]: text }))).toBe(
    'COLLATERAL_MALFORMED',
  )
})

test('collateral with very many levels is not read', () => {
  const info = JSON.parse(collateral.tcb_info) as { tcbLevels: unknown[] }
  const [level] = info.tcbLevels
  const withLevels = (count: number) => ({
    ...collateral,
    tcb_info: JSON.stringify({ ...info, tcbLevels: many(count, () => level) }),
  })
  expect(codeOf(() => parseCollateral(withLevels(64)))).toBe('none')
  expect(codeOf(() => parseCollateral(withLevels(257)))).toBe('COLLATERAL_MALFORMED')
})
