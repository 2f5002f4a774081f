import * as Type from 'typebox'
import { verifyEd25519 } from '../../aci/verify-ed25519.ts'
import { parseHex, utf8ToBytes } from '../../bytes/bytes.ts'
import { checkShape } from '../../check-shape.ts'
import { fail, pass } from '../../checks.ts'
import { FormatError } from '../../errors.ts'

const NearSignatureSchema = Type.Object({
  text: Type.String({ maxLength: 1_024 }),
  signature: Type.String({ pattern: '^[0-9a-f]{128}$' }),
  signing_address: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  signing_algo: Type.Literal('ed25519'),
})

/** What an enclave of NEAR's signed about one exchange. */
export interface NearSignature {
  readonly text: string
  /** 64 bytes, hex. */
  readonly signature: string
  /** Its Ed25519 key, hex. */
  readonly signing_address: string
  readonly signing_algo: 'ed25519'
  /** Out of the text: the host's name of the model, and SHA-256 of the exact bytes, hex. */
  readonly model: string
  readonly request: string
  readonly response: string
}

/** @throws {FormatError} EVIDENCE_MALFORMED, also for a text without a model, as hosts signed once */
export function parseNearSignature(input: unknown): NearSignature {
  const given = checkShape(input, {
    schema: NearSignatureSchema,
    code: 'EVIDENCE_MALFORMED',
    name: 'the signature',
  })
  // A name may have a colon, a digest has none.
  const [, model, request, response] =
    /^(.+):([0-9a-f]{64}):([0-9a-f]{64})$/s.exec(given.text) ?? []
  if (model === undefined || request === undefined || response === undefined) {
    throw new FormatError('EVIDENCE_MALFORMED', 'the signed text is not model:request:response')
  }
  const { text, signature, signing_address, signing_algo } = given
  return { text, signature, signing_address, signing_algo, model, request, response }
}

/** Whether the attested key signed it. @param key Ed25519, hex; null where the evidence binds none */
export function verifyNearSignature(
  { text, signature, signing_address: named }: NearSignature,
  key: string | null,
) {
  const isSigned =
    key !== null && verifyEd25519(parseHex(signature), utf8ToBytes(text), parseHex(key))
  return [
    named === key
      ? pass('enclave-receipt.key')
      : fail('enclave-receipt.key', `it is signed by ${named}, not by ${key ?? 'an attested key'}`),
    isSigned
      ? pass('enclave-receipt.signature')
      : fail('enclave-receipt.signature', 'the attested key did not sign it'),
  ]
}
