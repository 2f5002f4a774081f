/**
 * What is said of one answer, weakest first. Every surface shows exactly one of these, and wherever
 * two are compared it is by this order.
 */
export const answerStates = [
  /** A check failed: something here is not what it says. */
  'failed',
  /** Nothing came that could be judged. */
  'no-receipt',
  /** Signed, by an address that this reader has no reason to believe. */
  'unknown-signer',
  /** It holds, under a root that proves no hardware. */
  'simulated',
  /** Nothing failed; what is missing is named. */
  'not-fully-checked',
  /** Genuine; an enclave mode whose evidence was not judged here. */
  'gateways-claim',
  /** The first enclave was judged here, the host of the model was not. */
  'providers-claim',
  /** Genuine and complete; `private` or `anonymized`, which is an operator's promise. */
  'promised',
  /** Genuine and complete; an enclave mode whose evidence, to the bytes of this answer, was judged here. */
  'verified',
] as const

export type AnswerState = (typeof answerStates)[number]

/** Negative when `a` is weaker than `b`, zero when equal. */
export function compareStates(a: AnswerState, b: AnswerState): number {
  return answerStates.indexOf(a) - answerStates.indexOf(b)
}

/** Says something good of an answer: of another text it would be untrue. */
export function isGood(state: AnswerState): boolean {
  return compareStates(state, 'not-fully-checked') > 0
}
