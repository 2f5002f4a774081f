export type SignerErrorCode =
  | 'SIGNER_KEY_INVALID'
  | 'SIGNER_KEY_MISSING'
  | 'SIGNER_DISAGREES'
  | 'SIGNER_STALE'
  | 'SIGNER_GIVEN'

/** Never holds any part of a private key. */
export class SignerError extends Error {
  override readonly name = 'SignerError'
  readonly code: SignerErrorCode

  constructor(code: SignerErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
