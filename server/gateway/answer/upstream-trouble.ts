import type { AnswerHead, UpstreamFailure } from '../common/upstream.ts'
import { isOfRequest } from './upstream-refusal.ts'

/**
 * What the operator of an upstream has to see to. It holds nothing that the upstream said, and nothing of a
 * request.
 */
export interface UpstreamTrouble {
  /** Id in the configuration. */
  readonly upstream: string
  /**
   * `refused`: the operator's account. `busy`: it is asked too often. `failed`: any other status that is no answer, and
   * not the caller's to mend. `unreadable`: it answered, and not so that a receipt can cover it.
   */
  readonly kind:
    | 'refused'
    | 'busy'
    | 'failed'
    | 'unreadable'
    | Exclude<UpstreamFailure['kind'], 'unsendable'>
  /** HTTP status, or null where none came. */
  readonly status: number | null
  /** The code of an error, as in `ECONNREFUSED`, or what kind of document came in the place of an answer; null where neither is known. */
  readonly cause: string | null
}

const ofOperator: readonly number[] = [401, 402, 403]

/** The trouble that a response without an answer means; null if the upstream refused the caller's own request. */
export function troubleOfHead(head: AnswerHead): Omit<UpstreamTrouble, 'upstream'> | null {
  const { status } = head
  const cause = documentOf(head)
  if (ofOperator.includes(status)) return { kind: 'refused', status, cause }
  if (status === 429) return { kind: 'busy', status, cause }
  // A page for people in the place of an error: whatever answers there is no API, or its address is wrong.
  return isOfRequest(status) && cause === null ? null : { kind: 'failed', status, cause }
}

/** What came instead of an answer; null for the usual case. The upstream chose the media type, so it is not repeated. */
export function documentOf({ mediaType }: AnswerHead): string | null {
  if (mediaType === 'text/html') return 'HTML'
  const isUsual = mediaType === '' || mediaType.endsWith('json')
  return isUsual || mediaType === 'text/event-stream' ? null : 'NOT_JSON'
}

export function troubleOfFailure(
  failure: Exclude<UpstreamFailure, { readonly kind: 'unsendable' }>,
): Omit<UpstreamTrouble, 'upstream'> {
  const cause = 'cause' in failure ? failure.cause : undefined
  return { kind: failure.kind, status: null, cause: cause ?? null }
}
