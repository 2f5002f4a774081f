import { parseJsonObject } from '../json/parse-json-object.ts'
import { parseEvidence, type ReadEvidence } from './parse-evidence.ts'
import { parseProviderEvidence, type ReadProviderEvidence } from './parse-provider-evidence.ts'

/** Evidence of an enclave, whichever protocol it speaks. @throws {FormatError} EVIDENCE_MALFORMED, REPORT_MALFORMED, JSON_* */
export function readEvidence(bytes: Uint8Array): ReadEvidence | ReadProviderEvidence {
  const { type } = parseJsonObject(bytes).value
  const isProviders = type === 'countersign-provider-evidence/1'
  return isProviders ? parseProviderEvidence(bytes) : parseEvidence(bytes)
}
