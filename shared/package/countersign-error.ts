import type { ApiErrorCode } from '../api-error.ts'
import type { CheckId } from '../claims.ts'
import { FormatError, type FormatErrorCode } from '../errors.ts'
import type { AnswerState } from '../judge/state/answer-state.ts'

/**
 * What went wrong. Codes of the API are those of the gateway's refusals, also where the refusal is made here;
 * codes in capitals name a document that cannot be read.
 */
export type CountersignErrorCode =
  | ApiErrorCode
  | FormatErrorCode
  /** The gateway could not be asked, or broke off in the middle of an answer. */
  | 'gateway_unreachable'
  /** It is nothing that carries a receipt. */
  | 'unrecognised'
  /** It carries one, and a part that is needed is missing. */
  | 'incomplete'
  /** It carries one, and what is there cannot stand. */
  | 'invalid'

/** What is known of a failure besides its code. */
export interface CountersignErrorFacts {
  readonly checks?: readonly CheckId[]
  readonly state?: AnswerState | null
  readonly status?: number | null
  readonly cause?: unknown
}

/** The one error of this package. It never carries a prompt, an answer, a salt or a key. */
export class CountersignError extends Error {
  override readonly name = 'CountersignError'
  /** Stable: programs may decide by it. */
  readonly code: CountersignErrorCode
  /** Id of the check that decided: the one that failed first, or where none did, that was needed and not made; null where it never came to one. */
  readonly check: CheckId | null
  /** All of them. */
  readonly checks: readonly CheckId[]
  /** Which of the nine states the answer has; null where nothing was judged. */
  readonly state: AnswerState | null
  /** HTTP status with which the gateway refused; null where it did not. */
  readonly status: number | null

  constructor(
    code: CountersignErrorCode,
    message: string,
    { checks = [], state = null, status = null, cause }: CountersignErrorFacts = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.check = checks[0] ?? null
    this.checks = checks
    this.state = state
    this.status = status
  }
}

/**
 * Finds the error of this package behind the one that an SDK threw: they wrap what `fetch` throws.
 * @returns null where there is none
 */
export function findCountersignError(error: unknown): CountersignError | null {
  let each = error
  for (let depth = 0; depth < 8 && each instanceof Error; depth += 1) {
    if (each instanceof CountersignError) return each
    each = (each as { lastError?: unknown }).lastError ?? each.cause
  }
  return null
}

/** What reads a document, with its refusals as the error of this package. */
export function reading<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new CountersignError(error.code, error.message, { cause: error })
  }
}
