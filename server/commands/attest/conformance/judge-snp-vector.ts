import { gunzipSync } from 'node:zlib'
import * as Type from 'typebox'
import { knownAmdChains } from '#shared/attestation/sev-snp/known-amd-chains.ts'
import { parseSnpReport, type SnpReport } from '#shared/attestation/sev-snp/parse-snp-report.ts'
import { statedSnpPolicy, type SnpPolicy } from '#shared/attestation/sev-snp/snp-policy.ts'
import { verifySnpReport } from '#shared/attestation/sev-snp/verify-snp-report.ts'
import { parseX509Pem } from '#shared/attestation/certificates/parse-x509.ts'
import { bytesToHex } from '#shared/bytes/bytes.ts'
import { checkShape } from '#shared/check-shape.ts'
import { sha256Digest } from '#shared/digest.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { recordingWords } from '#shared/words/english/programs/recording-words.ts'

const HexText = Type.Optional(Type.String())
const Least = Type.Optional(Type.Integer())

const InputSchema = Type.Object({
  attestation_doc_b64: Type.String(),
  vcek_der_b64: Type.String(),
  amd_root_ca_pem: Type.Optional(Type.String()),
  ask_pem: Type.Optional(Type.String()),
  expiration_check_date_unix: Type.Integer(),
  policy: Type.Optional(
    Type.Object({
      expected_measurement_hex: HexText,
      expected_host_data_hex: HexText,
      expected_report_data_hex: HexText,
      expected_id_key_digest_hex: HexText,
      expected_author_key_digest_hex: HexText,
      min_tcb_bl_spl: Least,
      min_tcb_tee_spl: Least,
      min_tcb_snp_spl: Least,
      min_tcb_ucode_spl: Least,
    }),
  ),
})

type Input = Type.Static<typeof InputSchema>

/** What is wrong, by the names of our checks; nothing where the report is accepted. @throws {FormatError} */
export function judgeSnpVector(input: JsonObject): readonly string[] {
  const given = checkShape(input, InputSchema, recordingWords.input)
  const document = gunzipSync(Buffer.from(given.attestation_doc_b64, 'base64'))
  const report = parseSnpReport(new Uint8Array(document))
  const { ask_pem: ask, amd_root_ca_pem: ark, policy = {} } = given
  const own = ask !== undefined && ark !== undefined
  const checks = verifySnpReport(
    {
      report,
      endorsement: {
        vcek: new Uint8Array(Buffer.from(given.vcek_der_b64, 'base64')),
        chain: own ? `${ask.trim()}\n${ark.trim()}\n` : knownAmdChains.Genoa,
        crl: null,
      },
      expectedReportData: report.reportData,
      nowSeconds: given.expiration_check_date_unix,
    },
    policyOf(policy, own ? ark : null),
  )
  return [
    ...checks.flatMap((check) => (check.status === 'fail' ? [nameOf(check)] : [])),
    ...pins(report, policy),
  ]
}

/** What made-up issuers lack: AMD's say that their keys sign certificates. */
export const unstatedUsage = 'snp.chain (the usage of the key is not stated)'

function nameOf({ id, reason }: { readonly id: string; readonly reason: string }): string {
  const isUsage = id === 'snp.chain' && reason.endsWith('may not issue certificates')
  return isUsage ? unstatedUsage : id
}

type Policy = NonNullable<Input['policy']>

/** The minimums that are stated here hold, and those of the vector beside them. */
function policyOf(policy: Policy, ark: string | null): SnpPolicy {
  const [root] = ark === null ? [] : parseX509Pem(`${ark.trim()}\n`)
  const { roots, minimums } = statedSnpPolicy
  const stated = minimums.Genoa
  if (stated === undefined) return statedSnpPolicy
  const least = (own: number, theirs: number | undefined) => Math.max(own, theirs ?? 0)
  const { bootloader, tee, snp, microcode } = stated.tcb
  return {
    ...statedSnpPolicy,
    roots: root ? { ...roots, Genoa: sha256Digest(root.der) } : roots,
    minimums: {
      Genoa: {
        ...stated,
        tcb: {
          fmc: null,
          bootloader: least(bootloader, policy.min_tcb_bl_spl),
          tee: least(tee, policy.min_tcb_tee_spl),
          snp: least(snp, policy.min_tcb_snp_spl),
          microcode: least(microcode, policy.min_tcb_ucode_spl),
        },
      },
    },
  }
}

/** Members of the report that are held against a value, without a check of ours. */
function pins(report: SnpReport, policy: Policy): readonly string[] {
  const held = {
    measurement: [report.measurement, policy.expected_measurement_hex],
    'host data': [report.hostData, policy.expected_host_data_hex],
    'report data': [report.reportData, policy.expected_report_data_hex],
    'id key digest': [report.idKeyDigest, policy.expected_id_key_digest_hex],
    'author key digest': [report.authorKeyDigest, policy.expected_author_key_digest_hex],
  } as const
  return Object.entries(held).flatMap(([name, [found, expected]]) =>
    expected === undefined || bytesToHex(found) === expected.toLowerCase() ? [] : [name],
  )
}
