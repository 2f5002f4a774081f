import { FormatError } from '../errors.ts'

/** Of a last event without its blank line that says something: most readers drop it. */
export function unendedEvent(): FormatError {
  return new FormatError(
    'SSE_UNENDED',
    'some readers drop the last event, since no blank line follows it',
  )
}
