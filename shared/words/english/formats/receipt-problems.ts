// What of a receipt, or of its signer, cannot be read, and why a check of the receipt did not pass.

export const receipt = 'the receipt'
export const issuedAt = 'issuedAt is not a date'
export const statement = 'the statement of limits'
export const noSuchTime = 'the statement of limits has a time that does not exist'
export const notCanonical = 'the signature is not a canonical EIP-191 signature'
export const signedBy = 'signed by'
export const signedByNobody = 'no address made this signature'
export const noSignerNamed = 'the reader named no signer'
export const revoked = (signer: string, from: string) => `${signer} was revoked, from ${from} on`
export const inUse = 'the signer in use'
export const retired = 'a retired signer, which was in use at that time'
export const notInUse = (signer: string, at: string) => `${signer} was not in use at ${at}`
export const signerInUse = 'signer in use'
export const future = (time: string) =>
  `the receipt says ${time}, which is later than this clock says`
export const noEnclave = (mode: string) => `mode ${mode} without an enclave`
export const withEnclave = (mode: string) => `mode ${mode} with an enclave`
export const claimsNone = (mode: string) => `mode ${mode} claims no enclave`
export const simulatedAccepted = 'a simulated enclave, accepted in development mode'
export const simulated = 'the enclave is simulated, so no hardware proves anything'
