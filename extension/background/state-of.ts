import { isEnclaveVerified } from '#shared/document/not-established.ts'
import { isEnclaveMode } from '#shared/modes.ts'
import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import type { Verdict } from '#shared/verdict.ts'
import type { AnswerState } from '../answer/answer-card.ts'

interface Circumstances {
  /** Whether the user named the gateway that signed. */
  readonly isKnown: boolean
  readonly development: boolean
}

/** What is said of an answer by its verdict, before anything is known of the text on screen. */
export function stateOf(
  verdict: Verdict,
  { body }: Receipt,
  { isKnown, development }: Circumstances,
): AnswerState {
  switch (verdict.kind) {
    case 'rejected': {
      const isForSimulationAlone = verdict.checks.every(
        ({ id, status }) => status !== 'fail' || id === 'receipt.hardware',
      )
      return isForSimulationAlone && !development ? 'simulated' : 'failed'
    }
    case 'partial':
      return isKnown ? 'partial' : 'unknown-signer'
    case 'verified':
      if (body.enclave?.verifiedBy === 'aci-tdx-simulated/1') return 'simulated'
      if (!isEnclaveMode(body.mode)) return 'promise'
      // On the gateway's word alone nothing that was measured is called verified.
      return isEnclaveVerified(verdict) ? 'verified' : 'partial'
  }
}
