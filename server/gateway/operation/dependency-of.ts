import { LimitsUnavailable } from '../accounts/rate-limits/limits-unavailable.ts'
import { StoreError } from '../store/store.ts'
import type { Dependency } from './metrics.ts'

/** Which of what a gateway depends on an error is from. */
export function dependencyOf(error: unknown): Dependency {
  if (error instanceof LimitsUnavailable) return 'redis'
  return error instanceof StoreError ? 'store' : 'signer'
}
