import * as Type from 'typebox'
import { parseHex } from '../bytes/bytes.ts'
import type { Json } from '../canonical-json.ts'
import { checkShape } from '../check-shape.ts'
import { FormatError } from '../errors.ts'
import {
  longestEventLog,
  parseEventLog,
  type BootEvent,
} from '../attestation/appraise/parse-event-log.ts'
import { parseQuote, type Quote } from '../attestation/quote/parse-quote.ts'
import { parseJsonObject, type JsonObject } from '../json/parse-json-object.ts'
import { OpenObject } from '../open-object.ts'
import * as enclaveDocuments from '../words/english/enclave/enclave-documents.ts'
import { keyAlgorithms } from './key-algorithms.ts'
import { parseKeyset, type Keyset } from './parse-keyset.ts'

const CustodyKeySchema = Type.Object({
  role: Type.String(),
  purpose: Type.String(),
  public_key: Type.String({ pattern: '^(?:[0-9a-f]{2})+$' }),
  kms_public_key: Type.String({ pattern: '^0[23][0-9a-f]{64}$' }),
  signature_chain: Type.Array(Type.String({ pattern: '^[0-9a-f]{130}$' }), {
    minItems: 2,
    maxItems: 2,
  }),
})

export type CustodyKey = Type.Static<typeof CustodyKeySchema>

/** A report that is longer is not read, in bytes; those in use have some tens of thousands. */
const longestReport = 4 * 1024 * 1024

/** An array of so many items at most, which are looked at one by one. */
const Listed = (most: number) => Type.Unsafe<readonly unknown[]>({ type: 'array', maxItems: most })

const ReportSchema = Type.Object({
  workload_keyset_digest: Type.String(),
  attestation: Type.Object({
    tee_type: Type.String(),
    workload_keyset: Type.Unknown(),
    report_data: Type.String(),
    evidence: Type.Object({
      quote: Type.String({ maxLength: 1024 * 1024 }),
      quote_report_data: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      event_log: Type.String({ maxLength: longestEventLog }),
      app_compose: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      key_custody: Type.Optional(
        Type.Union([Type.Null(), Type.Object({ keys: Type.Array(OpenObject, { maxItems: 32 }) })]),
      ),
    }),
  }),
  service_capabilities: Type.Object({
    supported_e2ee_versions: Listed(64),
    serving: Type.Optional(Type.Unknown()),
  }),
})

/** What an enclave says about itself; nothing of it is believed yet (PROTOCOL.md §2.1). */
export interface Report {
  readonly restatedKeysetDigest: string
  readonly restatedReportData: string
  readonly restatedSlot: string | null
  readonly teeType: string
  readonly keyset: Keyset
  /** The keyset with every member, as it is digested. */
  readonly keysetJson: Json
  readonly quote: Quote
  readonly eventLog: readonly BootEvent[]
  readonly appCompose: string | null
  readonly custody: readonly CustodyKey[]
  readonly e2eeVersions: readonly string[]
  /** `direct`, or anything else, which counts as `aggregator`. */
  readonly serving: 'direct' | 'aggregator'
}

/**
 * @param bytes the report as it was served
 * @throws {FormatError} PROTOCOL_UNSUPPORTED for another or an older protocol; REPORT_MALFORMED,
 * QUOTE_MALFORMED, EVENT_LOG_MALFORMED, JSON_*
 */
export function parseReport(bytes: Uint8Array): Report {
  if (bytes.length > longestReport) {
    throw new FormatError('REPORT_MALFORMED', enclaveDocuments.reportTooLong(longestReport))
  }
  const { value } = parseJsonObject(bytes)
  refuseOtherProtocols(value)
  const report = checkShape(value, ReportSchema, enclaveDocuments.report, 'REPORT_MALFORMED')
  const { attestation, service_capabilities: capabilities } = report
  const { evidence } = attestation
  return {
    restatedKeysetDigest: report.workload_keyset_digest,
    restatedReportData: attestation.report_data,
    restatedSlot: evidence.quote_report_data ?? null,
    teeType: attestation.tee_type,
    keyset: parseKeyset(attestation.workload_keyset),
    keysetJson: attestation.workload_keyset as Json,
    quote: parseQuote(parseHex(evidence.quote.toLowerCase())),
    eventLog: parseEventLog(evidence.event_log),
    appCompose: evidence.app_compose ?? null,
    custody: parseCustody(evidence.key_custody?.keys ?? []),
    e2eeVersions: capabilities.supported_e2ee_versions.filter((each) => typeof each === 'string'),
    serving: capabilities.serving === 'direct' ? 'direct' : 'aggregator',
  }
}

const knownRoles: ReadonlySet<unknown> = new Set(
  [...keyAlgorithms.values()].map(({ role }) => role),
)

/** Entries that can prove something: of a known role, and with a key of the key management in them. */
function parseCustody(entries: readonly unknown[]): readonly CustodyKey[] {
  const shape = [enclaveDocuments.custody, 'REPORT_MALFORMED'] as const
  return entries
    .map((entry) => checkShape(entry, OpenObject, ...shape))
    .filter((entry) => knownRoles.has(entry['role']) && entry['kms_public_key'] !== undefined)
    .map((entry) => checkShape(entry, CustodyKeySchema, ...shape))
}

/** What bound the keys before the protocol change of August 2026, and binds nothing now. */
const oldMembers = ['keyset_epoch', 'keyset_endorsement']

function refuseOtherProtocols(report: JsonObject): void {
  const { api_version: version, attestation } = report
  if (version !== 'aci/1') {
    throw new FormatError('PROTOCOL_UNSUPPORTED', enclaveDocuments.reportProtocol, '/api_version')
  }
  const places = [report, attestation].filter(
    (place): place is JsonObject => place !== null && typeof place === 'object',
  )
  const old = oldMembers.find((member) => places.some((place) => member in place))
  if (old === undefined) return
  throw new FormatError('PROTOCOL_UNSUPPORTED', enclaveDocuments.reportOlder(old))
}
