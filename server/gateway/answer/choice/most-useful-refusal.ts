import type { GatewayError } from '../../common/errors.ts'
import type { UpstreamRefused } from './leg-failures.ts'

/**
 * What the caller is told when every route refused: to come back later, where any said so, by the one that may be asked
 * again first; else what the last one said. Null where none refused.
 */
export function mostUsefulRefusal(refusals: readonly UpstreamRefused[]): GatewayError | null {
  const busy = refusals.filter(({ status }) => status === 429)
  const [first] = busy.toSorted((one, other) => secondsOf(one) - secondsOf(other))
  return (first ?? refusals.at(-1))?.refusal ?? null
}

/** Those that name a date or nothing come after those that name seconds. */
function secondsOf({ retryAfter }: UpstreamRefused): number {
  return retryAfter !== null && /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : Number.MAX_SAFE_INTEGER
}
