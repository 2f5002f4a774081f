import { FormatError } from './errors.ts'

/** What is read; of what is malformed, something else in its place. Any other error is thrown. */
export function readOr<const Otherwise, Value>(
  otherwise: Otherwise,
  read: () => Value,
): Value | Otherwise {
  try {
    return read()
  } catch (error) {
    if (error instanceof FormatError) return otherwise
    throw error
  }
}

/** What is read; of what is malformed, why it is, with the code. */
export function readOrReason<Value>(read: () => Value): Value | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof FormatError) return `${error.code}: ${error.message}`
    throw error
  }
}
