export type SignerErrorCode =
  | 'SIGNER_KEY_INVALID'
  | 'SIGNER_KEY_MISSING'
  | 'SIGNER_DISAGREES'
  | 'SIGNER_STALE'
  | 'SIGNER_GIVEN'
  /** The clock of this machine and that of the store differ. */
  | 'SIGNER_CLOCK'
  /** The given key's term is over. */
  | 'SIGNER_RETIRED'
  /** Other gateways sign with another key than the given one. */
  | 'SIGNER_OTHER'
  /** There are keys of signers that the store does not know. */
  | 'SIGNER_HISTORY_LOST'

/** Never holds any part of a private key. */
export class SignerError extends Error {
  override readonly name = 'SignerError'
  readonly code: SignerErrorCode

  constructor(code: SignerErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
