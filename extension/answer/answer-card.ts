import type { Mode } from '#shared/modes.ts'

/**
 * What is said about one answer, weakest first: this order decides which answer a conversation's
 * verdict names, and it is the only place where states are compared.
 */
const answerStates = [
  'failed',
  'no-receipt',
  'unknown-signer',
  'partial',
  'simulated',
  'promise',
  'verified',
] as const

export type AnswerState = (typeof answerStates)[number]

/** Negative when `a` is weaker than `b`, zero when equal. */
export function compareStates(a: AnswerState, b: AnswerState): number {
  return answerStates.indexOf(a) - answerStates.indexOf(b)
}

/** Says something good of a text: of another text on screen it would be untrue. */
export function isAboutText(state: AnswerState): boolean {
  return state === 'verified' || state === 'promise'
}

/** How the answer came to the page. What a server on its way saw, it saw in clear. */
export type Path =
  /** Encrypted by this extension: nobody on its way saw it. */
  | { readonly kind: 'sealed' }
  /** From the gateway to the page. */
  | { readonly kind: 'direct' }
  /** Through the server of this host. */
  | { readonly kind: 'through'; readonly host: string }

/** One member of a request as it left this device. */
export interface LeftField {
  /** As in `messages[0].content`. */
  readonly path: string
  readonly how: 'sealed' | 'clear'
  /** Length of what was sent, in UTF-8. */
  readonly bytes: number
}

/**
 * All that a badge and its card show. It holds no salt, no key, no prompt and no answer, so that it may
 * be drawn into a page; its words were chosen from a verdict by background/describe-answer.ts.
 */
export interface AnswerCard {
  /** Of the receipt, 64 hex digits. */
  readonly digest: string
  readonly state: AnswerState
  /** Short, as on the badge: the mode's label, or what is wrong. */
  readonly label: string
  /** The verdict in a sentence. */
  readonly sentence: string
  readonly notEstablished: readonly string[]
  /** The failed check, when one failed. */
  readonly failed: { readonly id: string; readonly reason: string } | null
  readonly mode: Mode
  readonly model: string
  /** ISO 8601 UTC, as signed. */
  readonly issuedAt: string
  /** How it came, in a sentence. */
  readonly path: string
  /** How old the evidence is, and what it is still good for, in sentences. */
  readonly evidence: { readonly mayDisplay: string; readonly maySend: string }
  /** Whether the text on screen was found to be the text signed. */
  readonly shown: 'same' | 'unsure' | 'other' | 'not-placed'
  /**
   * How it was found that this answer is the one on screen: it came to this page, it stands under the
   * name that the page gave it then, or it has the same words and may be another one.
   */
  readonly found: 'came-here' | 'by-name' | 'by-words'
  /** The same in a sentence. */
  readonly comparison: string
  /** The receipt, JSON: it may be published. */
  readonly receipt: string
  /** Text to hand to somebody: verdict, receipt, how to check it. No salt. */
  readonly evidenceText: string
  /** Link of the gateway's `/verify` page with the receipt in its fragment; null for an unknown gateway. */
  readonly link: string | null
  /** Which side can be disclosed; a sentence says why one cannot. */
  readonly disclose: { readonly prompt: true | string; readonly response: true | string }
}
