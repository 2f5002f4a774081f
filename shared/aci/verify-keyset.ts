import { bytesToHex } from '../bytes.ts'
import { checkSame, fail, pass, skip } from '../checks.ts'
import type { CheckId } from '../claims.ts'
import type { BootFacts } from '../attestation/boot-facts.ts'
import type { Check } from '../verdict.ts'
import { keysetDigest, type Keyset } from './parse-keyset.ts'
import type { Report } from './parse-report.ts'
import { reportDataSlot, reportStatement } from './report-data.ts'

export const requiredKeysetChecks = [
  'aci.tee-type',
  'aci.keyset-digest',
  'aci.report-data',
  'aci.keyset-expiry',
  'aci.keyset-roles',
  'policy.subject',
] as const satisfies readonly CheckId[]

interface KeysetInputs {
  readonly report: Report
  /** Our own, 64 lowercase hex digits. */
  readonly nonce: string
  readonly nowSeconds: number
  readonly facts: BootFacts | null
}

/** What binds the keys to the quote, and whether they may be used now (aci-upstream.md sections 1.3 and 2). */
export function verifyKeyset({ report, nonce, nowSeconds, facts }: KeysetInputs): readonly Check[] {
  const { keyset } = report
  return [
    checkSame('aci.tee-type', report.teeType, 'tdx'),
    checkSame('aci.keyset-digest', report.restatedKeysetDigest, keysetDigest(report.keysetJson)),
    checkReportData(report, nonce),
    checkExpiry(keyset, nowSeconds),
    checkRoles(keyset),
    checkSubject(keyset, facts),
  ]
}

function checkReportData(report: Report, nonce: string): Check {
  const id = 'aci.report-data'
  const slot = bytesToHex(reportDataSlot(reportStatement(keysetDigest(report.keysetJson), nonce)))
  if (report.restatedReportData !== slot.slice(0, 64)) {
    return fail(id, 'the report states other report data than keyset and nonce give')
  }
  return report.restatedSlot === null || report.restatedSlot === slot
    ? pass(id)
    : fail(id, 'the report states another slot than keyset and nonce give')
}

/** A keyset that claims to hold for longer is not plausible: 90 days, in seconds. */
const longestValidity = 90 * 24 * 3600

function checkExpiry({ not_after: end }: Keyset, nowSeconds: number): Check {
  const id = 'aci.keyset-expiry'
  if (nowSeconds >= end) return fail(id, `the keys held until ${end}`)
  return end - nowSeconds > longestValidity
    ? fail(id, `the keys claim to hold until ${end}, more than 90 days ahead`)
    : pass(id)
}

/** Bytes that a key of each known algorithm has, uncompressed. */
const keyBytes: ReadonlyMap<string, number> = new Map([
  ['ed25519', 32],
  ['x25519-aes-256-gcm-hkdf-sha256', 32],
  ['secp256k1-aes-256-gcm-hkdf-sha256', 65],
])

function checkRoles({ receipt_signing_keys, e2ee_public_keys, tls_public_keys }: Keyset): Check {
  const id = 'aci.keyset-roles'
  const keys = [...receipt_signing_keys, ...e2ee_public_keys]
  for (const { algo, key_id, public_key } of keys) {
    const bytes = keyBytes.get(algo)
    if (bytes !== undefined && public_key.length !== 2 * bytes) {
      return fail(id, `key "${key_id}" does not have the ${bytes} bytes of its algorithm`)
    }
  }
  const values = [...keys.map(comparable), ...tls_public_keys.map(({ spki_sha256 }) => spki_sha256)]
  const roles = [receipt_signing_keys.length, e2ee_public_keys.length, tls_public_keys.length]
  const roleOf = (index: number) => (index < (roles[0] ?? 0) ? 0 : index < keys.length ? 1 : 2)
  const twice = values.find((value, index) => {
    const first = values.indexOf(value)
    return roleOf(first) !== roleOf(index)
  })
  if (twice !== undefined) return fail(id, 'one key serves in two roles')
  const ids = receipt_signing_keys.map(({ key_id }) => key_id)
  return new Set(ids).size === ids.length ? pass(id) : fail(id, 'two signing keys have one id')
}

/** A point on secp256k1 by its x coordinate, so that two ways to write one key are one. */
function comparable({ public_key }: { readonly public_key: string }): string {
  return public_key.length === 130 ? public_key.slice(2, 66) : public_key
}

function checkSubject({ subject }: Keyset, facts: BootFacts | null): Check {
  const id = 'policy.subject'
  if (subject === null) return pass(id, 'the keyset names no workload')
  if (facts === null) return skip(id, 'nothing measured says which workload it is')
  return checkSame(id, subject, `app-id:0x${facts.appId}`)
}
