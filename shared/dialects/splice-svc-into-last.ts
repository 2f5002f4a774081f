import { spliceSvcIntoEvent, spliceSvcIntoMember } from '../svc/splice-svc.ts'
import type { DialectId } from './api-dialect.ts'

/**
 * Puts `svc` into the event that completes a streamed answer, and changes nothing else of it. Whoever only reads answers
 * need not load it.
 * @throws {FormatError} SSE_MALFORMED, JSON_MALFORMED
 */
export function spliceSvcIntoLast(
  dialect: DialectId,
  event: Uint8Array,
  svcText: string,
): Uint8Array {
  return dialect === 'responses'
    ? spliceSvcIntoMember(event, 'response', svcText)
    : spliceSvcIntoEvent(event, svcText)
}
