import { signerProblems } from '#shared/words/english/configuration/signer-problems.ts'
import type { Store } from '../store/store.ts'
import { SignerError } from './signer-error.ts'

/** Clocks that are kept together differ in milliseconds; a rotation counts on less than its lead. */
const toleranceMs = 2_000

/**
 * Compares the clock of this machine with that of the store, however long the store takes to answer.
 * @returns what is wrong, or null; a store without a clock of its own says nothing
 */
export async function measureClock(
  store: Pick<Store, 'serverTime'>,
  now: () => Date,
): Promise<SignerError | null> {
  const beforeMs = now().getTime()
  const server = await store.serverTime()
  const afterMs = now().getTime()
  if (server === null) return null
  const aheadMs = beforeMs - server.getTime()
  const behindMs = server.getTime() - afterMs
  if (aheadMs > toleranceMs) return differs(aheadMs, 'ahead of')
  return behindMs > toleranceMs ? differs(behindMs, 'behind') : null
}

function differs(milliseconds: number, which: 'ahead of' | 'behind'): SignerError {
  const seconds = Math.round(milliseconds / 1000)
  return new SignerError('SIGNER_CLOCK', signerProblems.clock(seconds, which))
}
