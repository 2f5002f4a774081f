import * as Type from 'typebox'
import { verifyEd25519 } from '../../aci/verify-ed25519.ts'
import { parseHex, utf8ToBytes } from '../../bytes/bytes.ts'
import { checkShape } from '../../check-shape.ts'
import { checkSides, fail, pass, skip } from '../../checks.ts'
import type { CheckId } from '../../claims.ts'
import { FormatError } from '../../errors.ts'
import { recoverAddress } from '../../receipt/eip191.ts'
import type { Svc } from '../../svc/parse-svc.ts'
import type { Check } from '../../verdict.ts'
import * as checkReasons from '../../words/english/verdict/check-reasons.ts'
import { readOrReason } from '../../read-or.ts'

const text = Type.String({ maxLength: 1_024 })

const NearSignatureSchema = Type.Union([
  Type.Object({
    text,
    signature: Type.String({ pattern: '^[0-9a-f]{128}$' }),
    signing_address: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    signing_algo: Type.Literal('ed25519'),
  }),
  Type.Object({
    text,
    signature: Type.String({ pattern: '^0x[0-9a-f]{130}$' }),
    signing_address: Type.String({ pattern: '^0x[0-9A-Fa-f]{40}$' }),
    signing_algo: Type.Literal('ecdsa'),
  }),
])

/** What an enclave of NEAR's signed about one exchange. */
export interface NearSignature {
  readonly text: string
  /** 64 bytes, hex; of `ecdsa` r ‖ s ‖ v behind `0x`. */
  readonly signature: string
  /** Its Ed25519 key, hex; of `ecdsa` an address of Ethereum's, `0x…`. */
  readonly signing_address: string
  readonly signing_algo: 'ed25519' | 'ecdsa'
  /** The parts of the signed text: the host's name of the model, and SHA-256 of the exact bytes, in hex. */
  readonly model: string
  readonly request: string
  readonly response: string
}

/** @throws {FormatError} EVIDENCE_MALFORMED, also for a text without a model, as hosts signed once */
export function parseNearSignature(input: unknown): NearSignature {
  const given = checkShape(input, NearSignatureSchema, checkReasons.signature)
  // A name may have a colon, a digest has none.
  const [, model, request, response] =
    /^(.+):([0-9a-f]{64}):([0-9a-f]{64})$/s.exec(given.text) ?? []
  if (model === undefined || request === undefined || response === undefined) {
    throw new FormatError('EVIDENCE_MALFORMED', checkReasons.signedText)
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

/** Whether the attested key signed it. @param key Ed25519, hex, or an address in lowercase; null where the evidence binds none */
export function verifyNearSignature(signed: NearSignature, key: string | null): readonly Check[] {
  const named = signed.signing_address.toLowerCase()
  const isSigned = key !== null && isSignedBy(key, signed)
  return [
    named === key
      ? pass('enclave-receipt.key')
      : fail(
          'enclave-receipt.key',
          checkReasons.signedBy(named, key ?? checkReasons.anAttestedKey),
        ),
    isSigned
      ? pass('enclave-receipt.signature')
      : fail('enclave-receipt.signature', checkReasons.attestedKeyDidNot),
  ]
}

function isSignedBy(key: string, { text, signature, signing_algo }: NearSignature): boolean {
  if (signing_algo === 'ecdsa') return recoverAddress(text, signature) === key
  return key.length === 64 && verifyEd25519(parseHex(signature), utf8ToBytes(text), parseHex(key))
}

/** The same by somebody who saw both sides of the exchange. */
export function verifyNearExchange(
  signed: NearSignature,
  key: string | null,
  { model, request, response }: SeenExchange,
): readonly Check[] {
  const seen = (side: string | null) => ['seen', side ?? checkReasons.nothingWhole] as const
  return [
    pass('enclave-receipt.present'),
    ...verifyNearSignature(signed, key),
    checkSides('enclave-receipt.exchange', ['signed', signed.model], seen(model)),
    checkSides('enclave-receipt.request', ['signed', signed.request], seen(request)),
    checkSides('enclave-receipt.response', ['signed', signed.response], seen(response)),
  ]
}

/**
 * The same where a third company passed request, answer and signature on. It names the model otherwise, and may write request
 * and answer anew, or keep the signature back. So a signature of other bytes shows as little as none, and refuses nothing.
 * @param signed or why there is none
 */
export function verifyPassedOn(
  signed: NearSignature | string,
  key: string | null,
  { request, response }: Omit<SeenExchange, 'model'>,
): readonly Check[] {
  if (typeof signed === 'string') return [skip('enclave-receipt.present', signed)]
  return [
    pass('enclave-receipt.present'),
    ...verifyNearSignature(signed, key),
    skip('enclave-receipt.exchange', checkReasons.modelByRelay),
    signed.request === request
      ? pass('enclave-receipt.request')
      : skip('enclave-receipt.request', checkReasons.otherRequest),
    signed.response === response
      ? pass('enclave-receipt.response')
      : skip('enclave-receipt.response', checkReasons.otherAnswer),
  ]
}

/** The signature in `svc`, or why there is none. */
export function signatureOf({
  enclave_receipt: given,
}: Pick<Svc, 'enclave_receipt'>): NearSignature | string {
  if (given === undefined) return checkReasons.noSignature
  return readOrReason(() => parseNearSignature(given))
}
