import type { CheckId } from '../../claims.ts'
import type { Naming } from './naming.ts'
import { lookOf, type Look } from '../state/look-of.ts'
import { refusalSentence } from './sentence-of.ts'

/** Which check failed, and why. */
export interface FailedPart {
  readonly id: CheckId
  readonly reason: string
}

export interface RefusedView extends Look {
  readonly state: 'failed' | 'no-receipt'
  readonly sentence: string
  /** Null where nothing failed: the answer broke off. */
  readonly failed: FailedPart | null
}

/** An answer that failed before a receipt came that could be judged. */
export function describeRefused(failed: FailedPart, naming: Naming): RefusedView {
  return {
    state: 'failed',
    ...lookOf('failed'),
    sentence: refusalSentence(failed, naming),
    failed,
  }
}
