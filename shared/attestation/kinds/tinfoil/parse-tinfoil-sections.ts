import { parseEvidenceBase64 } from '../../../bytes/parse-evidence-base64.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import * as Type from 'typebox'
import { bytesToHex, concatBytes, parseHex, utf8ToBytes } from '../../../bytes/bytes.ts'
import { checkShape } from '../../../check-shape.ts'
import { FormatError } from '../../../errors.ts'
import { parseJsonObject } from '../../../json/parse-json-object.ts'
import { OpenObject } from '../../../open-object.ts'
import * as tinfoilReasons from '../../../words/english/evidence/tinfoil-reasons.ts'
import { carriedByTinfoil } from './tinfoil-collateral.ts'
import type { TinfoilDocument } from './tinfoil-document.ts'

const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const strict = { additionalProperties: false } as const

const SectionsSchema = Type.Object(
  {
    format: Type.Literal('https://tinfoil.sh/predicate/attestation/v3'),
    challenge: Type.Object(
      {
        nonce: Hex32,
        report_data: Type.String({ pattern: '^[0-9a-f]{128}$' }),
        report_data_algorithm: Type.Literal('https://tinfoil.sh/report-data/v1'),
      },
      strict,
    ),
    cpu_evidence: Type.Object(
      {
        format: Type.String(),
        report_base64: Type.String(),
        endorsed: Type.Object({ crypto_material_hash: Hex32, device_evidence_hash: Hex32 }, strict),
      },
      strict,
    ),
    crypto_material: Type.String(),
    device_evidence: Type.String(),
    collateral: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          role: Type.String(),
          format: Type.String(),
          subjects: Type.Optional(Type.Array(Type.String())),
          data: OpenObject,
        },
        strict,
      ),
      { maxItems: 64 },
    ),
  },
  strict,
)

const KeysSchema = Type.Object(
  {
    format: Type.String(),
    items: Type.Array(
      Type.Object({ id: Type.String(), format: Type.String(), data: Hex32 }, strict),
      {
        maxItems: 8,
      },
    ),
  },
  strict,
)

const DevicesSchema = Type.Object(
  {
    format: Type.String(),
    items: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          kind: Type.String(),
          vendor: Type.String(),
          format: Type.String(),
          evidence: Type.Object({ certificate: Type.String(), evidence: Type.String() }),
        },
        strict,
      ),
      { maxItems: 32 },
    ),
  },
  strict,
)

const reportDataDomain = utf8ToBytes('https://tinfoil.sh/report-data/v1')

/**
 * The third version of Tinfoil's document in its second form, which bears the first one's name: sections that are hashed
 * as they came, and what others signed about the machine beside them.
 * @param nonce the reader's own, which is hashed: what the document says of it counts for nothing
 * @throws {FormatError} EVIDENCE_MALFORMED for any member that is not known, CERTIFICATE_MALFORMED, JSON_*
 */
export function parseTinfoilSections(document: Uint8Array, nonce: string): TinfoilDocument {
  const sections = shaped(parseJsonObject(document).value, SectionsSchema)
  const material = parseEvidenceBase64(sections.crypto_material, tinfoilReasons.part)
  const devices = parseEvidenceBase64(sections.device_evidence, tinfoilReasons.part)
  const keys = shaped(parseJsonObject(material).value, KeysSchema).items
  const gpus = shaped(parseJsonObject(devices).value, DevicesSchema).items
  for (const list of [keys, gpus, sections.collateral]) requireUnique(list)
  const keyOf = (named: string, kind: string) =>
    keys.find(({ id, format }) => id === named && format.endsWith(`/key/${kind}/v1`))?.data
  const tls = keyOf('tls', 'spki-fp-sha256')
  const hpke = keyOf('hpke', 'x25519-hpke')
  if (tls === undefined) throw malformed(tinfoilReasons.noTlsKey)
  if (hpke === undefined) throw malformed(tinfoilReasons.noKey)
  const unknown = gpus.find(({ format }) => !format.endsWith('/format/nvidia-gpu-evidence/v1'))
  if (unknown) throw malformed(tinfoilReasons.device)
  const deviceHash = sha256(devices)
  const bound = concatBytes(reportDataDomain, parseHex(nonce, 32), sha256(material), deviceHash)
  const hash = bytesToHex(deviceHash)
  return {
    platform: platformOf(sections.cpu_evidence.format),
    report: parseEvidenceBase64(sections.cpu_evidence.report_base64, tinfoilReasons.part),
    reportData: concatBytes(sha256(bound), new Uint8Array(32)),
    tlsKey: tls,
    encryptionKey: hpke,
    gpus: gpus.map(({ evidence }) => evidence),
    // The report binds the section itself, whatever stands in it.
    gpuHash: gpus.length === 0 ? null : { stated: hash, shown: hash },
    checks: [],
    required: [],
    platformStatement: 'platform-endorsements',
    carried: carriedByTinfoil(sections.collateral),
  }
}

function platformOf(format: string): TinfoilDocument['platform'] {
  if (format.endsWith('/format/tdx-quote/v1')) return 'tdx'
  if (format.endsWith('/format/sev-snp-report/v1')) return 'sev-snp'
  throw malformed(tinfoilReasons.processor)
}

function requireUnique(list: readonly { readonly id: string }[]): void {
  if (new Set(list.map(({ id }) => id)).size < list.length) throw malformed(tinfoilReasons.idTwice)
}

function shaped<Schema extends Type.TSchema>(value: unknown, schema: Schema): Type.Static<Schema> {
  return checkShape(value, schema, tinfoilReasons.document)
}

function malformed(message: string): FormatError {
  return new FormatError('EVIDENCE_MALFORMED', tinfoilReasons.unreadable(message))
}
