import { FormatError } from '../errors.ts'
import * as streamProblems from '../words/english/formats/stream-problems.ts'

/** The refusal of a last event that has data and no blank line after it: most readers drop such an event. */
export function unendedEvent(): FormatError {
  return new FormatError('SSE_UNENDED', streamProblems.unended)
}
