import type { Circumstances } from '../state/circumstances.ts'
import { circumstanceLines } from '../state/circumstances.ts'
import { isGood } from '../state/answer-state.ts'
import { exitStatusOf, lookOfEnclave } from '../state/look-of.ts'
import { stateOfEnclaveAnswer, type JudgedByEnclave } from '../state/state-of.ts'
import type { AnswerView } from './describe-answer.ts'
import { missingParts } from './missing-parts.ts'
import type { Naming } from './naming.ts'
import { enclaveLeftOpen } from './not-established.ts'
import { enclaveSentence } from './sentence-of.ts'

/** Everything was inside one connection that ends in the enclave, so nothing travelled in clear. */
const inside: Circumstances = {
  path: { kind: 'enclave' },
  sentToServer: false,
  textShown: 'not shown',
  sentInClear: [],
  cameInClear: [],
  unsigned: [],
}

/** What is said of an answer that came from the enclave itself: no gateway signed it. */
export function describeEnclaveAnswer(judged: JudgedByEnclave, naming: Naming): AnswerView {
  const { verdict } = judged
  const state = stateOfEnclaveAnswer(judged)
  const missing = missingParts(verdict, state)
  return {
    state,
    ...lookOfEnclave(state),
    isGood: isGood(state),
    sentence: enclaveSentence(judged, state, missing, naming),
    circumstances: circumstanceLines(inside),
    technical: [],
    missing,
    notEstablished: enclaveLeftOpen(state),
    failed: verdict.kind === 'rejected' ? verdict.failed : null,
    exitStatus: exitStatusOf(state, verdict),
  }
}
