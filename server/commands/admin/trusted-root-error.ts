/** No newer list of Sigstore's keys could be had; the old one stays. The message is the innermost reason. */
export class TrustedRootError extends Error {
  override readonly name = 'TrustedRootError'

  constructor(cause: unknown) {
    let reason = cause
    while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause
    super(reason instanceof Error ? reason.message : String(reason), { cause })
  }
}
