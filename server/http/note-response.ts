import type { Metrics } from '../operation/metrics.ts'
import type { SafeLogger } from '../operation/safe-logger.ts'

interface NotedResponse {
  /** The pattern of its path. */
  readonly route: string
  readonly status: number
  /** From the arrival of the request to the end of its response. */
  readonly ms: number
  readonly requestId: string
}

/** Counts a response that has ended. */
export function noteResponse(
  response: NotedResponse,
  { metrics, logger }: { readonly metrics: Metrics; readonly logger: SafeLogger },
): void {
  const { route, status, ms } = response
  metrics.countResponse({ route, status, seconds: ms / 1000 })
  if (logger.isLevelEnabled('debug')) logger.debug(response, 'answered')
}
