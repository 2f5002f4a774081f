import { errors } from 'undici'
import { CallFailed } from '../../common/upstream.ts'

/**
 * A connection that had served before ended, and of an answer not one byte had come: most likely the
 * server closed it as idle while the request was on its way.
 */
export class KeptConnectionEnded extends Error {
  override readonly name = 'KeptConnectionEnded'
}

interface Sent {
  /** Whether the request, or some of it, may have left. */
  readonly wasSent: boolean
  /** Whether its connection had served before, and brought nothing since. */
  readonly isUnanswered: boolean
}

/** How a call ended, by what undici says. */
export function failureOf(error: Error, { wasSent, isUnanswered }: Sent): CallFailed {
  const cause = isUnanswered && isEnd(error) ? new KeptConnectionEnded('', { cause: error }) : error
  const code = codeOf(cause)
  const said = code === null ? {} : { cause: code }
  const isSilence =
    error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError
  const kind = isSilence ? 'timeout' : 'broken'
  return new CallFailed({ kind: wasSent ? kind : 'unreachable', ...said }, { cause })
}

/** The other side ended it; a silence that took too long has other codes. */
function isEnd(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
}

/** Never a message: it may quote what came. */
function codeOf(error: Error): string | null {
  if (error instanceof errors.HTTPParserError) return 'NOT_HTTP'
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,63}$/.test(code) ? code : null
}
