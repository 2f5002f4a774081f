import * as Type from 'typebox'
import { parseTinfoilCode } from '#shared/attestation/kinds/tinfoil/tinfoil-release.ts'
import { parseBundle } from '#shared/attestation/sigstore/parse-bundle.ts'
import { parseTrustedRoot } from '#shared/attestation/sigstore/parse-trusted-root.ts'
import { parseStatement, verifyBundle } from '#shared/attestation/sigstore/verify-bundle.ts'
import { parseUtf8 } from '#shared/bytes/bytes.ts'
import { checkShape } from '#shared/check-shape.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { recordingWords } from '#shared/words/english/programs/recording-words.ts'

const TypesSchema = Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()]))
const InputSchema = Type.Object({
  bundle_b64: Type.String(),
  expected_digest_sha256_hex: Type.String(),
  repo: Type.String(),
  policy: Type.Object({
    oidc_issuer: Type.String(),
    workflow_ref_prefix: Type.String(),
    predicate_types_allowed: TypesSchema,
    in_toto_statement_types_allowed: TypesSchema,
    payload_type: Type.String(),
  }),
  trust_root_b64: Type.String(),
  verification_time_unix: Type.Integer(),
})

const multiplatform = 'https://tinfoil.sh/predicate/snp-tdx-multiplatform/v1'

/** What is wrong, by the names of our checks; nothing where the bundle is accepted. @throws {FormatError} */
export function judgeSigstoreVector(input: JsonObject): readonly string[] {
  const given = checkShape(input, InputSchema, recordingWords.input)
  const { policy, verification_time_unix: nowSeconds } = given
  const bundle = parseBundle(textOf(given.bundle_b64))
  const statement = parseStatement(bundle)
  const { value: root } = parseJsonObject(Buffer.from(given.trust_root_b64, 'base64'))
  const checks = verifyBundle(
    {
      bundle,
      root: parseTrustedRoot(root, nowSeconds),
      subject: given.expected_digest_sha256_hex.toLowerCase(),
      nowSeconds,
    },
    {
      repository: given.repo,
      refPrefix: policy.workflow_ref_prefix,
      predicateTypes: policy.predicate_types_allowed ?? [statement.predicateType],
    },
  )
  if (statement.predicateType === multiplatform) parseTinfoilCode(statement.predicate)
  const types = policy.in_toto_statement_types_allowed ?? [statement._type]
  return [
    ...checks.flatMap(({ id, status }) => (status === 'pass' ? [] : [id])),
    // What the suite leaves to a policy is fixed here; another policy is not to be had.
    ...(policy.oidc_issuer === 'https://token.actions.githubusercontent.com'
      ? []
      : [recordingWords.issuer]),
    ...(policy.payload_type === bundle.payloadType ? [] : [recordingWords.payloadType]),
    ...(types.includes(statement._type) ? [] : [recordingWords.statementType]),
  ]
}

function textOf(base64: string): string {
  return parseUtf8(new Uint8Array(Buffer.from(base64, 'base64')))
}
