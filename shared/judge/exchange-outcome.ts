import { requiredEnclaveReceiptChecks } from '../aci/verify-enclave-receipt.ts'
import { decideVerdict, type Check } from '../verdict.ts'

/**
 * What an encrypted answer turned out to be, once its stream ended (PROTOCOL.md §9).
 * Only `complete` may be called verified; text shown before that is provisional.
 */
export type ExchangeOutcome = 'complete' | 'truncated' | 'unverified' | 'tampered'

interface ExchangeEnd {
  /** Checks of the enclave's receipt; empty when none could be had. */
  readonly receiptChecks: readonly Check[]
  /** Whether every content field opened. */
  readonly opened: boolean
  readonly isComplete: boolean
}

export function exchangeOutcome({
  receiptChecks,
  opened,
  isComplete,
}: ExchangeEnd): ExchangeOutcome {
  if (!opened) return 'tampered'
  const verdict = decideVerdict(receiptChecks, requiredEnclaveReceiptChecks)
  switch (verdict.kind) {
    case 'rejected':
      return 'tampered'
    case 'partial':
      return 'unverified'
    case 'verified':
      return isComplete ? 'complete' : 'truncated'
  }
}
