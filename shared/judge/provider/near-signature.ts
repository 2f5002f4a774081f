import * as Type from 'typebox'
import { verifyEd25519 } from '../../aci/verify-ed25519.ts'
import { parseHex, utf8ToBytes } from '../../bytes/bytes.ts'
import { checkShape } from '../../check-shape.ts'
import { checkSides, fail, pass } from '../../checks.ts'
import type { CheckId } from '../../claims.ts'
import { FormatError } from '../../errors.ts'
import type { Svc } from '../../svc/parse-svc.ts'
import type { Check } from '../../verdict.ts'

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
  /** The parts of the signed text: the host's name of the model, and SHA-256 of the exact bytes, in hex. */
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

/** What somebody saw of an exchange: digests are of the exact bytes, hex. */
interface SeenExchange {
  /** The host's name of the model that was asked. */
  readonly model: string
  readonly request: string
  /** Null where not all of the answer came. */
  readonly response: string | null
}

/** What joins an answer to its enclave, where the enclave signs. */
export const requiredSignatureChecks: readonly CheckId[] = [
  'enclave-receipt.present',
  'enclave-receipt.key',
  'enclave-receipt.signature',
  'enclave-receipt.exchange',
  'enclave-receipt.request',
  'enclave-receipt.response',
]

/** Whether the attested key signed it. @param key Ed25519, hex; null where the evidence binds none */
export function verifyNearSignature(
  { text, signature, signing_address: named }: NearSignature,
  key: string | null,
): readonly Check[] {
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

/** The same by somebody who saw both sides of the exchange. */
export function verifyNearExchange(
  signed: NearSignature,
  key: string | null,
  { model, request, response }: SeenExchange,
): readonly Check[] {
  const seen = (side: string | null) => ['seen', side ?? 'nothing whole'] as const
  return [
    pass('enclave-receipt.present'),
    ...verifyNearSignature(signed, key),
    checkSides('enclave-receipt.exchange', ['signed', signed.model], seen(model)),
    checkSides('enclave-receipt.request', ['signed', signed.request], seen(request)),
    checkSides('enclave-receipt.response', ['signed', signed.response], seen(response)),
  ]
}

/** The signature in `svc`, or why there is none. */
export function signatureOf({
  enclave_receipt: given,
}: Pick<Svc, 'enclave_receipt'>): NearSignature | string {
  if (given === undefined) return 'svc carries no signature of the enclave'
  try {
    return parseNearSignature(given)
  } catch (error) {
    if (error instanceof FormatError) return `${error.code}: ${error.message}`
    throw error
  }
}
