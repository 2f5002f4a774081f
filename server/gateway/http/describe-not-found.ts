import { requestErrors } from '#shared/words/english/errors/request-errors.ts'
import { showText } from '#shared/text/show-text.ts'

const longestPath = 200
const chatPath = '/chat/completions'

/**
 * What is said of a path that is not served: itself, what is, and the mistake in a base address, where it is one.
 * @param served methods and paths, likeliest first
 */
export function describeNotFound(path: string, served: readonly string[]): string {
  const mistake = mistakeIn(path)
  return [
    requestErrors.nothingAt(showText(path, longestPath)),
    ...(mistake === null ? [] : [mistake]),
    requestErrors.served(served.join(', ')),
  ].join(' ')
}

/** Programs add their paths to the address that they were given. */
function mistakeIn(path: string): string | null {
  if (path.includes(`${chatPath}/`)) {
    return requestErrors.baseTooLong(chatPath)
  }
  if (path.startsWith('/v1/v1/')) return requestErrors.baseTwice
  return null
}
