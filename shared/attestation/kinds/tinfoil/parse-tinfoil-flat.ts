import { parseEvidenceBase64 } from '../../../bytes/parse-evidence-base64.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import * as Type from 'typebox'
import {
  bytesToHex,
  concatBytes,
  joinBytes,
  parseHex,
  parseUtf8,
  utf8ToBytes,
} from '../../../bytes/bytes.ts'
import { checkShape } from '../../../check-shape.ts'
import { FormatError } from '../../../errors.ts'
import { decided, decidedSame, type EvidenceCheck } from '../../../evidence-check.ts'
import { parseJsonObject } from '../../../json/parse-json-object.ts'
import * as tinfoilReasons from '../../../words/english/evidence/tinfoil-reasons.ts'
import { parseX509Pem } from '../../certificates/parse-x509.ts'
import { verifySigned } from '../../certificates/verify-signed.ts'
import type { TinfoilDocument } from './tinfoil-document.ts'

const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' })

const FlatSchema = Type.Object({
  format: Type.Literal('https://tinfoil.sh/predicate/attestation/v3'),
  report_data: Type.Object({
    tls_key_fp: Hex32,
    hpke_key: Hex32,
    nonce: Hex32,
    gpu_evidence_hash: Type.Optional(Hex32),
    nvswitch_evidence_hash: Type.Optional(Hex32),
  }),
  cpu: Type.Object({
    platform: Type.Union([Type.Literal('tdx'), Type.Literal('sev-snp')]),
    report: Type.String(),
  }),
  gpu: Type.Optional(
    Type.Object({
      evidences: Type.Array(Type.Object({ certificate: Type.String(), evidence: Type.String() }), {
        minItems: 1,
        maxItems: 32,
      }),
    }),
  ),
  certificate: Type.String(),
  signature: Type.String(),
})

type Flat = Type.Static<typeof FlatSchema>

/**
 * The third version of Tinfoil's document in its first form.
 * @param nonce the reader's own, which is hashed: what the document says of it counts for nothing
 * @throws {FormatError} EVIDENCE_MALFORMED, CERTIFICATE_MALFORMED, JSON_*
 */
export function parseTinfoilFlat(document: Uint8Array, nonce: string): TinfoilDocument {
  const { value, members } = parseJsonObject(document)
  const flat = checkShape(value, FlatSchema, tinfoilReasons.document)
  const { tls_key_fp: tls, hpke_key: hpke, gpu_evidence_hash: gpuHash } = flat.report_data
  const parts = [tls, hpke, nonce, gpuHash, flat.report_data.nvswitch_evidence_hash]
  const bound = joinBytes(parts.flatMap((part) => (part === undefined ? [] : [parseHex(part)])))
  const span = members.find(({ key }) => key === 'gpu')
  const shown = span && bytesToHex(sha256(document.subarray(span.valueStart, span.valueEnd)))
  return {
    platform: flat.cpu.platform,
    report: parseEvidenceBase64(flat.cpu.report, tinfoilReasons.part),
    reportData: concatBytes(sha256(bound), new Uint8Array(32)),
    tlsKey: tls,
    encryptionKey: hpke,
    gpus: flat.gpu?.evidences ?? [],
    gpuHash: gpuHash === undefined ? null : { stated: gpuHash, shown: shown ?? 'nothing' },
    checks: checkEnvelope(flat, document),
    required: ['channel.certificate'],
    platformStatement: 'hardware-measurements',
    carried: null,
  }
}

const sigMember = /"signature"\s*:\s*"[^"\\]*"(?=\s*\}\s*$)/

/** The key of the connection signs the document with an empty signature in it, last, and no white space behind. */
function checkEnvelope(flat: Flat, document: Uint8Array): readonly EvidenceCheck[] {
  const [leaf] = parseX509Pem(flat.certificate)
  if (leaf === undefined) throw new FormatError('EVIDENCE_MALFORMED', tinfoilReasons.noCertificate)
  const text = parseUtf8(document).trimEnd().replace(sigMember, '"signature":""')
  const { key } = leaf
  const isSigned =
    key.kind === 'p384' &&
    verifySigned(
      'ecdsa-sha256',
      { key, signature: parseEvidenceBase64(flat.signature, tinfoilReasons.part) },
      utf8ToBytes(text),
    )
  return [
    decidedSame('channel.certificate', bytesToHex(sha256(leaf.spki)), flat.report_data.tls_key_fp),
    decided('document.signature', isSigned ? null : tinfoilReasons.notSigned),
  ]
}
