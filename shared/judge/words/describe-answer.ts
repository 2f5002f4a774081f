import type { FailedCheck, Verdict } from '../../verdict.ts'
import { isGood, type AnswerState } from '../state/answer-state.ts'
import { circumstanceLines, technicalLines, type Circumstances } from '../state/circumstances.ts'
import { dimmed, exitStatusOf, lookOf, lookOfReceipt, type Look } from '../state/look-of.ts'
import { missingParts, type MissingPart } from './missing-parts.ts'
import type { Naming } from './naming.ts'
import { notEstablished } from './not-established.ts'
import { sentenceOf } from './sentence-of.ts'
import { stateOf, type JudgedReceipt } from '../state/state-of.ts'

/** An answer in words: all that a surface shows. None has words of its own for a verdict. */
export interface AnswerView extends Look {
  readonly state: AnswerState
  /** Says something good of a text: it is said beside words that were compared, and no others. */
  readonly isGood: boolean
  /** The verdict in a sentence or two. */
  readonly sentence: string
  /** Path, text, what travelled in clear: a sentence each. */
  readonly circumstances: readonly string[]
  /** Members that no signature covers, in a sentence that every surface folds away. */
  readonly technical: readonly string[]
  /** What was not checked, and what would supply it. */
  readonly missing: readonly MissingPart[]
  readonly notEstablished: readonly string[]
  readonly failed: FailedCheck | null
  readonly exitStatus: 0 | 1 | 2 | 3
}

/**
 * The one way from what was found about an answer to what is said of it.
 * @param judged null when nothing came that could be judged
 * @param extra further lines of what is not established, of this surface
 */
export function describeAnswer(
  judged: JudgedReceipt | null,
  circumstances: Circumstances,
  naming: Naming,
  extra: readonly string[] = [],
): AnswerView {
  const state = stateOf(judged, circumstances.textShown)
  const missing = judged === null ? [] : missingParts(judged.verdict, state)
  const look = judged === null ? lookOf(state) : lookOfReceipt(judged.receipt, state)
  return {
    state,
    ...dimmed(look, circumstances),
    isGood: isGood(state),
    sentence: sentenceOf({ judged, state, missing, circumstances, naming }),
    circumstances: circumstanceLines(circumstances),
    technical: technicalLines(circumstances),
    missing,
    notEstablished: notEstablished(judged, state, circumstances, extra),
    failed: failedCheck(judged?.verdict ?? null),
    exitStatus: exitStatusOf(state, judged?.verdict ?? null),
  }
}

function failedCheck(verdict: Verdict | null): FailedCheck | null {
  return verdict?.kind === 'rejected' ? verdict.failed : null
}
