// Why a check of the model's host did not pass.

export const notServed = 'the gateway does not serve the session that the receipt names'
export const providersClaim = 'the provider’s claim'
export const otherKind = 'the evidence is not JSON, and this program judges no other kind'
export const noObject = 'the evidence is no JSON object'
export const noNonce =
  'the report lacks the aggregator’s nonce, so nothing ties the keys to the quote'
export const noQuote = 'the evidence has no TDX quote'
export const noMember = (member: string) =>
  `the evidence has no ${member}, so the quote binds no TLS key`
export const evidence = 'the evidence'
export const noConnection = 'the record names no connection'
export const noTlsKey = 'the record binds something else than a TLS key'
export const otherKey = (spki: string) =>
  `the quote covers the TLS key ${spki}, and the record allows another key`
export const noCollateral = 'the documents of the processor’s maker are missing for this host'
export const noSoftware = 'nothing shows which software the host runs'
export const nothingPinned = (compose: string) =>
  `the reader accepted no software of hosts, and this host runs ${compose}`
export const notProven = (checks: string) => `not proven: ${checks}`
export const sessionProtocol = 'the session is not of protocol aci/1'
export const sessionWithoutEvidence = 'the session carries no evidence'
export const sessionNotBase64 = 'the evidence in the session is not Base64'
export const recordOutside = (from: string, to: string, at: string) =>
  `the record was valid from ${from} to ${to}, and the answer was made at ${at}`
export const attested = (status: string) => `tee_attested is "${status}"`
export const attestedOnly = (source: string) => `tee_attested is only ${source}`
export const claimedByNobody = 'claimed by nobody'
