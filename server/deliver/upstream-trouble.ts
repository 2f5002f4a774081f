import type { UpstreamFailure } from '../upstream.ts'

/**
 * What the operator of an upstream has to see to. It holds nothing that the upstream said, and nothing of a
 * request.
 */
export interface UpstreamTrouble {
  /** Id in the configuration. */
  readonly upstream: string
  /** `refused`: the operator's account. `failed`: any other status that is no answer, and not the caller's to mend. */
  readonly kind: 'refused' | 'failed' | Exclude<UpstreamFailure['kind'], 'unsendable'>
  /** HTTP status, or null where none came. */
  readonly status: number | null
}

const ofOperator: readonly number[] = [401, 402, 403]

export function troubleOfStatus(status: number): Pick<UpstreamTrouble, 'kind' | 'status'> {
  return { kind: ofOperator.includes(status) ? 'refused' : 'failed', status }
}
