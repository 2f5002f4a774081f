import { isEnclaveVerified } from '#shared/document/not-established.ts'
import { isEnclaveMode, privacyLabel } from '#shared/modes.ts'
import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import type { Verdict } from '#shared/verdict.ts'
import { isSimulated } from './simulated.ts'

export interface Badge {
  readonly mark: '✓' | '○' | '△' | '!' | '✕'
  readonly tone: 'pass' | 'soft' | 'skip' | 'fail'
  readonly label: string
}

/** What a front-end may show beside an answer: the signed mode in its words, and never more than was checked. */
export function badgeOf(verdict: Verdict, receipt: Receipt): Badge {
  const { mode, enclave } = receipt.body
  const label = privacyLabel(mode, enclave?.verifiedBy)
  switch (verdict.kind) {
    case 'rejected':
      return { mark: '✕', tone: 'fail', label: 'Failed: do not rely on this answer’s receipt' }
    case 'partial':
      return { mark: '!', tone: 'skip', label: `Not fully checked. ${label}` }
    case 'verified':
      if (isSimulated(receipt)) return { mark: '△', tone: 'skip', label }
      // A promise that was signed is still a promise, and of an enclave the gateway's word is one.
      if (!isEnclaveMode(mode)) return { mark: '○', tone: 'soft', label }
      return isEnclaveVerified(verdict)
        ? { mark: '✓', tone: 'pass', label }
        : { mark: '!', tone: 'skip', label: `On the gateway’s word: ${label}` }
  }
}
