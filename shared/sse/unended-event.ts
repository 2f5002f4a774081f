import { FormatError } from '../errors.ts'

/** The refusal of a last event that has data and no blank line after it: most readers drop such an event. */
export function unendedEvent(): FormatError {
  return new FormatError(
    'SSE_UNENDED',
    'some readers drop the last event, since no blank line follows it',
  )
}
