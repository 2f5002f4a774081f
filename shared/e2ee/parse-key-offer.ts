import * as Type from 'typebox'
import { checkShape } from '../check-shape.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'

const KeyOfferSchema = Type.Object({
  algo: Type.String(),
  public_key: Type.String({ pattern: '^(?:[0-9a-f]{2})+$' }),
  upstream_model: Type.String({ minLength: 1 }),
  measurement: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  provider_id: Type.Optional(Type.String()),
  simulation_root: Type.Optional(Type.String()),
  collateral: Type.Unknown(),
  attestation: Type.Unknown(),
})

/** What a gateway says about the key to encrypt to. It is an offer: nothing of it is believed yet. */
export interface KeyOffer extends Omit<Type.Static<typeof KeyOfferSchema>, 'attestation'> {
  /** The enclave's report as the gateway passed it on. */
  readonly report: Uint8Array
}

/**
 * Reads `GET /api/e2ee/key?model=&nonce=`.
 * @throws {FormatError} REPORT_MALFORMED, also when there is no attestation in it; JSON_*
 */
export function parseKeyOffer(body: Uint8Array): KeyOffer {
  const { value, members } = parseJsonObject(body)
  const { attestation: _attestation, ...offer } = checkShape(
    value,
    KeyOfferSchema,
    encryptionProblems.enclaveKey,
    'REPORT_MALFORMED',
  )
  const place = members.find(({ key }) => key === 'attestation')
  return { ...offer, report: body.subarray(place?.valueStart, place?.valueEnd) }
}
