import { FormatError } from '../errors.ts'

/** Of a last event without its blank line that says something: most readers drop it. */
export function unendedEvent(): FormatError {
  return new FormatError('SSE_UNENDED', 'an event that some readers drop is part of the answer')
}
