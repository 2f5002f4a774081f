import * as Type from 'typebox'
import { checkShape } from '../check-shape.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import { OpenObject } from '../open-object.ts'
import * as documentProblems from '../words/english/formats/document-problems.ts'
import type { ProviderEvidence } from './provider-evidence.ts'

const closed = { additionalProperties: false } as const

const ReleaseSchema = Type.Object(
  {
    digest: Type.Union([Type.String({ pattern: '^[0-9a-f]{64}$' }), Type.Null()]),
    bundles: Type.Array(Type.String(), { maxItems: 16 }),
  },
  closed,
)

const ProviderEvidenceSchema = Type.Object(
  {
    type: Type.Literal('countersign-provider-evidence/1'),
    kind: Type.String({ minLength: 1, maxLength: 64 }),
    nonce: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    fetchedAt: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' }),
    document: Type.String(),
    instances: Type.Optional(Type.String()),
    peer: Type.Union([Type.String({ pattern: '^[0-9a-f]{64}$' }), Type.Null()]),
    collateral: Type.Array(OpenObject, { maxItems: 16 }),
    endorsement: Type.Optional(
      Type.Object(
        {
          vcek: Type.String(),
          chain: Type.String(),
          crl: Type.Union([Type.String(), Type.Null()]),
        },
        closed,
      ),
    ),
    opinion: Type.Optional(Type.Object({ answer: Type.String(), keys: Type.String() }, closed)),
    repository: Type.Optional(Type.String({ maxLength: 200 })),
    code: Type.Optional(ReleaseSchema),
    platform: Type.Optional(ReleaseSchema),
    simulation_roots: Type.Optional(
      Type.Object(
        {
          intel: Type.String(),
          nvidia: Type.String(),
          amd: Type.Optional(Type.String()),
          sigstore: Type.Optional(OpenObject),
        },
        closed,
      ),
    ),
  },
  closed,
)

export interface ReadProviderEvidence extends ProviderEvidence {
  /** Unix seconds of `fetchedAt`. */
  readonly atSeconds: number
}

/** @throws {FormatError} EVIDENCE_MALFORMED, JSON_* */
export function parseProviderEvidence(bytes: Uint8Array): ReadProviderEvidence {
  const evidence = checkShape(
    parseJsonObject(bytes).value,
    ProviderEvidenceSchema,
    documentProblems.evidence,
  )
  const at = Date.parse(evidence.fetchedAt)
  if (Number.isNaN(at)) {
    throw new FormatError('EVIDENCE_MALFORMED', documentProblems.fetchedAt)
  }
  return { ...evidence, atSeconds: Math.floor(at / 1000) }
}
