import type { Static, TSchema } from 'typebox'
import { checkShape } from './check-shape.ts'

/**
 * A part of evidence, when it has the schema's shape.
 * @param name what the part is called in messages
 * @throws {FormatError} EVIDENCE_MALFORMED
 */
export function checkEvidenceShape<Schema extends TSchema>(
  input: unknown,
  schema: Schema,
  name: string,
): Static<Schema> {
  return checkShape(input, { schema, code: 'EVIDENCE_MALFORMED', name })
}
