import type { CheckId } from '../claims.ts'
import type { AnswerState } from '../judge/state/answer-state.ts'
import type { AnswerView } from '../judge/words/describe-answer.ts'
import type { MissingPart } from '../judge/words/missing-parts.ts'
import type { Naming } from '../judge/words/naming.ts'
import type { Mode } from '../modes.ts'
import type { Receipt } from '../receipt/parse-receipt.ts'
import type { Check, Verdict } from '../verdict.ts'
import * as packageErrors from '../words/english/errors/package-errors.ts'

/** What was found about an answer, in the words of every surface of Countersign. */
export interface FoundVerdict {
  /** One of nine; the README says what each means. Only `verified` and `promised` are good without more. */
  readonly state: AnswerState
  /** Privacy label and strength, as in `Private · promised`, and a character beside them. */
  readonly label: string
  readonly mark: string
  /** The verdict in a sentence or two. */
  readonly sentence: string
  /** `verified` when every required check passed, `rejected` when one failed, else `partial`. */
  readonly verdict: Verdict['kind']
  /** As it was signed; null where nothing that could be judged was. */
  readonly mode: Mode | null
  readonly model: string | null
  /** The first check that failed. */
  readonly failed: { readonly id: CheckId; readonly reason: string } | null
  /** What was not checked, and what would supply it. */
  readonly missing: readonly MissingPart[]
  /** How it came, and what travelled in clear: a sentence each. */
  readonly circumstances: readonly string[]
  /** What nobody signed, in a sentence for whoever asks for details. */
  readonly technical: readonly string[]
  /** What the state could be taken to mean, and does not. */
  readonly notEstablished: readonly string[]
  readonly checks: readonly Check[]
  /** Checks that it takes to be `verified`, and that were not made. */
  readonly notMade: readonly CheckId[]
  readonly receipt: Receipt | null
}

/** @param receipt null where none came that could be judged */
export function verdictOf(view: AnswerView, found: Verdict, receipt: Receipt | null): FoundVerdict {
  const { state, label, mark, sentence, missing, circumstances, technical, notEstablished } = view
  const { kind, checks } = found
  return {
    state,
    label,
    mark,
    sentence,
    verdict: kind,
    mode: receipt?.body.mode ?? null,
    model: receipt?.body.model ?? null,
    failed: view.failed && { id: view.failed.id, reason: view.failed.reason },
    missing,
    circumstances,
    technical,
    notEstablished,
    checks,
    notMade: found.kind === 'partial' ? found.missing : [],
    receipt,
  }
}

/**
 * What a receipt alone is put to has sentences of its own for each check that can fail: whoever verifies no enclave need not load what
 * all the others prove.
 */
export const receiptNaming: Naming = {
  signer: packageErrors.namedSigner,
  claimOf: (id) => ({ user: id, auditor: id, source: 'shared/claims.ts' }),
}
