import { showText } from '../../text/show-text.ts'
import { checkWords as words } from '../../words/english/verdict/checks.ts'
import type { Check } from '../../verdict.ts'
import type { CheckOutcome } from '../state/check-outcome.ts'
import { failureSentence } from './failure-sentence.ts'
import type { Naming } from './naming.ts'

/** What is said of one check, and why it was not made: no claim stands by itself where it was not found true. */
export function linesOfCheck(
  check: Check,
  outcome: CheckOutcome,
  naming: Naming,
): { readonly said: string; readonly why: string | null } {
  const claim = naming.claimOf(check.id).user
  if (check.status === 'fail') return { said: failureSentence(check, naming), why: null }
  if (check.status === 'skip') {
    return { said: words.notChecked(claim), why: words.why(showText(check.reason, 400)) }
  }
  return { said: outcome === 'simulated' ? words.simulated(claim) : claim, why: null }
}
