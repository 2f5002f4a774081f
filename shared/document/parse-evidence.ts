import * as Type from 'typebox'
import { utf8ToBytes } from '../bytes/bytes.ts'
import { checkShape } from '../check-shape.ts'
import { parseKeyOffer, type KeyOffer } from '../e2ee/parse-key-offer.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import * as documentProblems from '../words/english/formats/document-problems.ts'
import type { Evidence } from './evidence.ts'

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
  const evidence = checkShape(
    parseJsonObject(bytes).value,
    EvidenceSchema,
    documentProblems.evidence,
  )
  const at = Date.parse(evidence.fetchedAt)
  if (Number.isNaN(at)) {
    throw new FormatError('EVIDENCE_MALFORMED', documentProblems.fetchedAt)
  }
  return {
    ...evidence,
    key: parseKeyOffer(utf8ToBytes(evidence.offer)),
    atSeconds: Math.floor(at / 1000),
  }
}
