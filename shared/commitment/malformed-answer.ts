import { FormatError } from '../errors.ts'

/** @param reason says what is wrong, and nothing that stands in the answer */
export function malformedAnswer(reason: string): FormatError {
  return new FormatError('COMPLETION_MALFORMED', reason)
}
