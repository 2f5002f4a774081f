import type { Mode } from '#shared/modes.ts'
import type { Path } from '#shared/judge/state/circumstances.ts'
import type { AnswerView } from '#shared/judge/words/describe-answer.ts'
import type { FailedPart } from '#shared/judge/words/describe-refused.ts'
import type { Comparison } from '#shared/judge/state/comparison.ts'

/** How an answer came to a page. */
export type PagePath = Exclude<Path, { kind: 'file' }>

/** One member of a request as it left this device, or did not. */
export interface SentField {
  /** As in `messages[0].content`. */
  readonly path: string
  readonly how: 'sealed' | 'clear' | 'left-out'
  /** Length of it in UTF-8. */
  readonly bytes: number
}

/**
 * All that a badge and its card show. It holds no salt, no key, no prompt and no answer, so that it may
 * be drawn into a page; its words are those of shared/state.
 */
export interface AnswerCard extends Omit<AnswerView, 'failed' | 'exitStatus'> {
  /** Of the receipt, 64 hex digits. */
  readonly digest: string
  /** The failed check, when one failed. */
  readonly failed: FailedPart | null
  readonly mode: Mode
  readonly model: string
  /** Who runs the gateway, as its operator says, in a sentence; null if the operator says nothing. */
  readonly operator: string | null
  /** ISO 8601 UTC, as signed. */
  readonly issuedAt: string
  /** How old the evidence is, and what it is still good for, in sentences. */
  readonly evidence: { readonly mayDisplay: string; readonly maySend: string }
  /** Whether the text on screen was found to be the text signed. */
  readonly shown: Comparison | 'not-placed'
  /**
   * How it was found that this answer is the one on screen: it came to this page, it stands under the name that the
   * page gave it or behind the words that it stood behind then, or it has the same words and may be another one.
   */
  readonly found: 'came-here' | 'by-place' | 'by-words'
  /** The receipt, JSON: it may be published. */
  readonly receipt: string
  /** Text to hand to somebody: verdict, receipt, how to check it. No salt. */
  readonly evidenceText: string
  /** Link of the gateway's `/verify` page with the receipt in its fragment; null for an unknown gateway. */
  readonly link: string | null
  /** Which side can be disclosed; a sentence says why one cannot. */
  readonly disclose: { readonly prompt: true | string; readonly response: true | string }
}
