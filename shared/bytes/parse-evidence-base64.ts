import { base64 } from '@scure/base'
import { FormatError } from '../errors.ts'
import * as byteProblems from '../words/english/formats/byte-problems.ts'

/** @param what the part of the evidence that it is, for the message @throws {FormatError} EVIDENCE_MALFORMED */
export function parseEvidenceBase64(text: string, what: string): Uint8Array {
  try {
    return base64.decode(text)
  } catch (cause) {
    throw new FormatError('EVIDENCE_MALFORMED', byteProblems.notBase64(what), '', { cause })
  }
}
