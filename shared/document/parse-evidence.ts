import * as Type from 'typebox'
import { parseUtf8, utf8ToBytes } from '../bytes/bytes.ts'
import { checkShape } from '../check-shape.ts'
import { parseKeyOffer, type KeyOffer } from '../e2ee/parse-key-offer.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'

/**
 * What a gateway showed of an enclave, kept so that somebody else can judge it without asking again.
 * Texts are as they came: what is digested is never written anew.
 */
export interface Evidence {
  readonly type: 'countersign-evidence/1'
  /** 64 lowercase hex digits, drawn by whoever asked. */
  readonly nonce: string
  /** ISO 8601 UTC: when it was fetched, by the word of whoever did. */
  readonly fetchedAt: string
  /** Answer of `GET /api/e2ee/key?model=&nonce=`, JSON text. */
  readonly offer: string
  /** Answer of `GET /api/e2ee/session?model=&id=&collateral=1`, JSON text, where the enclave's receipt names one. */
  readonly session?: string
}

const EvidenceSchema = Type.Object(
  {
    type: Type.Literal('countersign-evidence/1'),
    nonce: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    fetchedAt: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' }),
    offer: Type.String(),
    session: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)

export interface ReadEvidence extends Evidence {
  readonly key: KeyOffer
  /** Unix seconds of `fetchedAt`. */
  readonly atSeconds: number
}

/** @throws {FormatError} EVIDENCE_MALFORMED, REPORT_MALFORMED, JSON_* */
export function parseEvidence(bytes: Uint8Array): ReadEvidence {
  const evidence = checkShape(parseJsonObject(bytes, parseUtf8).value, {
    schema: EvidenceSchema,
    code: 'EVIDENCE_MALFORMED',
    name: 'the evidence',
  })
  const at = Date.parse(evidence.fetchedAt)
  if (Number.isNaN(at)) {
    throw new FormatError('EVIDENCE_MALFORMED', 'fetchedAt of the evidence is no time')
  }
  return {
    ...evidence,
    key: parseKeyOffer(utf8ToBytes(evidence.offer)),
    atSeconds: Math.floor(at / 1000),
  }
}
