import type { SignerHistory } from '../../receipt/parse-signer-history.ts'
import type { AnswerTrust } from '../../svc/verify-answer.ts'
import * as packageErrors from '../../words/english/errors/package-errors.ts'
import { CountersignError } from '../countersign-error.ts'

/** Whom the reader believes. Nothing of it may come from what is judged. */
export interface Reader {
  /**
   * Who must have signed: an address (`0x` and 40 hex digits), or what `fetchSigners` brought of a gateway that
   * the reader named. With null nobody is believed, and the state is `unknown-signer` at best.
   */
  readonly signers: string | SignerHistory | null
  /** `accept` counts a simulated enclave as checked, for development; it stays called simulated. Left out: `refuse`. */
  readonly simulation?: 'refuse' | 'accept'
  /** Left out, it is the clock's. */
  readonly now?: Date
}

/** @throws {CountersignError} SIGNERS_MALFORMED */
export function signersOf(signers: Reader['signers']): SignerHistory | null {
  if (typeof signers !== 'string') return signers
  if (!/^0x[0-9a-f]{40}$/i.test(signers)) {
    throw new CountersignError('SIGNERS_MALFORMED', packageErrors.address)
  }
  return { current: { address: signers.toLowerCase() }, retired: [] }
}

export function trustOf({ signers, simulation = 'refuse', now }: Reader): AnswerTrust {
  return {
    signers: signersOf(signers),
    policy: { simulatedEnclave: simulation === 'accept' ? 'accept-in-development' : 'reject' },
    nowSeconds: Math.floor((now ?? new Date()).getTime() / 1000),
  }
}
