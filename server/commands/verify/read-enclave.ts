import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { FormatError } from '#shared/errors.ts'
import { isStillToCome } from '#shared/judge/evidence-age.ts'
import { readEvidence } from '#shared/document/read-evidence.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import type { EnclaveOpening } from './judge-file.ts'
import { verifyCommandWords as words } from '#shared/words/english/programs/verify-command.ts'

interface EnclaveTexts {
  /** Text of a `countersign-evidence/1`, or of a `countersign-provider-evidence/1`. */
  readonly evidence: Uint8Array
  /** Text of the reference values; null when the reader pinned nothing. */
  readonly referenceValues: Uint8Array | null
}

/** @throws {FormatError} also for evidence of a time that is still to come */
export function readEnclave(
  { evidence: bytes, referenceValues }: EnclaveTexts,
  nowSeconds: number,
): EnclaveOpening {
  const evidence = readEvidence(bytes)
  if (isStillToCome(evidence, nowSeconds)) {
    throw new FormatError('EVIDENCE_MALFORMED', words.stillToCome)
  }
  const reference =
    referenceValues === null ? null : parseReferenceValues(parseJsonObject(referenceValues).value)
  return { evidence, policy: { reference } }
}
