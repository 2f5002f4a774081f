import { showUnixTime } from '../text/show-unix-time.ts'
import { bytesToHex } from '../bytes/bytes.ts'
import type { Json } from '../canonical-json.ts'
import { checkSame, fail, pass, skip } from '../checks.ts'
import type { CheckId } from '../claims.ts'
import type { BootFacts } from '../attestation/appraise/boot-facts.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import type { Check } from '../verdict.ts'
import * as keysetReasons from '../words/english/enclave/keyset-reasons.ts'
import { keyAlgorithms } from './key-algorithms.ts'
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

/** What binds the keys to the quote, and whether they may be used now (PROTOCOL.md §2). */
export function verifyKeyset({ report, nonce, nowSeconds, facts }: KeysetInputs): readonly Check[] {
  const { keyset } = report
  return [
    checkSame('aci.tee-type', report.teeType, 'tdx'),
    checkSame('aci.keyset-digest', report.restatedKeysetDigest, keysetDigest(report.keysetJson)),
    checkReportData(report, nonce),
    checkExpiry(keyset, nowSeconds),
    checkRoles(report),
    checkSubject(keyset, facts),
  ]
}

function checkReportData(report: Report, nonce: string): Check {
  const id = 'aci.report-data'
  const slot = bytesToHex(reportDataSlot(reportStatement(keysetDigest(report.keysetJson), nonce)))
  if (report.restatedReportData !== slot.slice(0, 64)) {
    return fail(id, keysetReasons.reportData)
  }
  return report.restatedSlot === null || report.restatedSlot === slot
    ? pass(id)
    : fail(id, keysetReasons.slot)
}

/** A keyset that claims to hold for longer is not plausible: 90 days, in seconds. */
const longestValidity = 90 * 24 * 3600

function checkExpiry({ not_after: end }: Keyset, nowSeconds: number): Check {
  const id = 'aci.keyset-expiry'
  if (nowSeconds >= end) return fail(id, keysetReasons.expired(showUnixTime(end)))
  return end - nowSeconds > longestValidity
    ? fail(id, keysetReasons.tooLong(showUnixTime(end)))
    : pass(id)
}

const keyLists = ['receipt_signing_keys', 'e2ee_public_keys', 'tls_public_keys'] as const

/** Every key of the keyset as it stands there, of algorithms that are not known, too. */
function checkRoles({ keyset, keysetJson }: Report): Check {
  const id = 'aci.keyset-roles'
  for (const { algo, key_id, public_key } of [
    ...keyset.receipt_signing_keys,
    ...keyset.e2ee_public_keys,
  ]) {
    const bytes = keyAlgorithms.get(algo)?.bytes
    if (public_key.length !== 2 * (bytes ?? 0)) {
      return fail(id, keysetReasons.length(key_id, bytes))
    }
  }
  const listOf = new Map<string, string>()
  for (const list of keyLists) {
    for (const key of entriesOf(keysetJson, list)) {
      const value = comparable(list === 'tls_public_keys' ? key['spki_sha256'] : key['public_key'])
      if (value === null) continue
      if ((listOf.get(value) ?? list) !== list) return fail(id, keysetReasons.twoRoles)
      listOf.set(value, list)
    }
  }
  const ids = entriesOf(keysetJson, 'receipt_signing_keys').map((key) => key['key_id'])
  return new Set(ids).size === ids.length ? pass(id) : fail(id, keysetReasons.twoIds)
}

function entriesOf(keyset: Json, list: string): readonly JsonObject[] {
  const entries = isJsonObject(keyset) ? keyset[list] : undefined
  return Array.isArray(entries) ? (entries as readonly Json[]).filter(isJsonObject) : []
}

/** A point on secp256k1, with or without its y coordinate, by x: two ways to write one key are one. */
function comparable(key: Json | undefined): string | null {
  if (typeof key !== 'string') return null
  return key.length === 130 || key.length === 66 ? key.slice(2, 66) : key
}

function checkSubject({ subject }: Keyset, facts: BootFacts | null): Check {
  const id = 'policy.subject'
  if (subject === null) return pass(id, keysetReasons.noSubject)
  if (facts === null) return skip(id, keysetReasons.noMeasurement)
  return checkSame(id, subject, `app-id:0x${facts.appId}`)
}
