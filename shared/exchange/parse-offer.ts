import * as Type from 'typebox'
import { bodySchemes, type BodyScheme } from '../body-relay/body-scheme.ts'
import { utf8ToBytes } from '../bytes/bytes.ts'
import { checkShape } from '../check-shape.ts'
import {
  parseProviderEvidence,
  type ReadProviderEvidence,
} from '../document/parse-provider-evidence.ts'
import { parseKeyOffer, type KeyOffer } from '../e2ee/parse-key-offer.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import { OpenObject } from '../open-object.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'

const BodyOfferSchema = Type.Object({
  scheme: Type.Union(bodySchemes.map((scheme) => Type.Literal(scheme))),
  upstream_model: Type.String({ minLength: 1 }),
  evidence: OpenObject,
})

/** What a gateway says about an enclave that takes encrypted bodies. It is an offer: nothing of it is believed yet. */
export interface BodyOffer {
  readonly scheme: BodyScheme
  readonly upstreamModel: string
  readonly evidence: ReadProviderEvidence
}

/**
 * Reads `GET /api/e2ee/key?model=&nonce=`, of whichever scheme.
 * @throws {FormatError} REPORT_MALFORMED, EVIDENCE_MALFORMED, JSON_*
 */
export function parseOffer(body: Uint8Array): KeyOffer | BodyOffer {
  const { value } = parseJsonObject(body)
  if (!('scheme' in value)) return parseKeyOffer(body)
  const offer = checkShape(
    value,
    BodyOfferSchema,
    encryptionProblems.enclaveKey,
    'REPORT_MALFORMED',
  )
  return {
    scheme: offer.scheme,
    upstreamModel: offer.upstream_model,
    evidence: parseProviderEvidence(utf8ToBytes(JSON.stringify(offer.evidence))),
  }
}
