import { X509Certificate } from 'node:crypto'
import * as Type from 'typebox'
import { parseCollateral } from '#shared/attestation/quote/parse-collateral.ts'
import { parseQuote } from '#shared/attestation/quote/parse-quote.ts'
import { intelRoot, verifyQuote } from '#shared/attestation/quote/verify-quote.ts'
import { parseUtf8, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { checkShape } from '#shared/check-shape.ts'
import { sha256Digest } from '#shared/digest.ts'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { recordingWords } from '#shared/words/english/programs/recording-words.ts'

const Text = Type.Optional(Type.String())
const InputSchema = Type.Object({
  quote_b64: Type.String(),
  collateral: Type.Object({
    tcb_info_json: Text,
    qe_identity_json: Text,
    pck_crl_der_b64: Text,
    root_crl_der_b64: Text,
    tcb_info_issuer_chain_pem: Text,
    qe_identity_issuer_chain_pem: Text,
    intel_root_ca_pem: Text,
  }),
  expiration_check_date_unix: Type.Integer(),
})

/**
 * What is wrong, by the names of our checks; nothing where the quote is accepted, and null where the case has no issuers
 * of Intel's documents.
 * @throws {FormatError}
 */
export function judgeTdxVector(input: JsonObject): readonly string[] | null {
  const given = checkShape(input, InputSchema, recordingWords.input)
  const { collateral } = given
  const { tcb_info_issuer_chain_pem: tcbChain, qe_identity_issuer_chain_pem: qeChain } = collateral
  if (tcbChain === undefined || qeChain === undefined) return null
  const quote = parseQuote(new Uint8Array(Buffer.from(given.quote_b64, 'base64')))
  const tcbInfo = signedMember(collateral.tcb_info_json ?? '', 'tcbInfo')
  const qeIdentity = signedMember(collateral.qe_identity_json ?? '', 'enclaveIdentity')
  const root = collateral.intel_root_ca_pem
  const checks = verifyQuote(
    {
      quote,
      collateral: parseCollateral({
        root_ca_crl: hex(collateral.root_crl_der_b64),
        pck_crl: hex(collateral.pck_crl_der_b64),
        tcb_info_issuer_chain: tcbChain,
        tcb_info: tcbInfo.text,
        tcb_info_signature: tcbInfo.signature,
        qe_identity_issuer_chain: qeChain,
        qe_identity: qeIdentity.text,
        qe_identity_signature: qeIdentity.signature,
      }),
      expectedReportData: quote.td.reportData,
      nowSeconds: given.expiration_check_date_unix,
    },
    {
      root:
        root === undefined
          ? intelRoot
          : sha256Digest(new Uint8Array(new X509Certificate(root).raw)),
      acceptedTcbStatuses: new Set(['UpToDate', 'SWHardeningNeeded']),
    },
  )
  return checks.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))
}

function hex(base64 = ''): string {
  return Buffer.from(base64, 'base64').toString('hex')
}

function signedMember(text: string, name: string) {
  const bytes = utf8ToBytes(text)
  const { value, members } = parseJsonObject(bytes)
  const member = members.find(({ key }) => key === name)
  const { signature } = value
  if (!member || typeof signature !== 'string') {
    throw new FormatError('EVIDENCE_MALFORMED', recordingWords.lacks(name))
  }
  return {
    text: parseUtf8(bytes.subarray(member.valueStart, member.valueEnd)),
    signature: signature.toLowerCase(),
  }
}
