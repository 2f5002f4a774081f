/** Why a check of the model's host did not pass. */
export const hostReasons = {
  notServed: 'the gateway does not serve the session that the receipt names',
  providersClaim: 'the provider’s claim',
  otherKind: 'the evidence is not JSON, and this program judges no other kind',
  noObject: 'the evidence is no JSON object',
  noNonce: 'the report lacks the aggregator’s nonce, so nothing ties the keys to the quote',
  noQuote: 'the evidence has no TDX quote',
  noMember: (member: string) => `the evidence has no ${member}, so the quote binds no TLS key`,
  evidence: 'the evidence',
  noConnection: 'the record names no connection',
  noTlsKey: 'the record binds something else than a TLS key',
  otherKey: (spki: string) =>
    `the quote covers the TLS key ${spki}, and the record allows another key`,
  noCollateral: 'the documents of the processor’s maker are missing for this host',
  noSoftware: 'nothing shows which software the host runs',
  nothingPinned: (compose: string) =>
    `the reader accepted no software of hosts, and this host runs ${compose}`,
  notProven: (checks: string) => `not proven: ${checks}`,
  sessionProtocol: 'the session is not of protocol aci/1',
  sessionWithoutEvidence: 'the session carries no evidence',
  sessionNotBase64: 'the evidence in the session is not Base64',
  recordOutside: (from: string, to: string, at: string) =>
    `the record was valid from ${from} to ${to}, and the answer was made at ${at}`,
  attested: (status: string) => `tee_attested is "${status}"`,
  attestedOnly: (source: string) => `tee_attested is only ${source}`,
  claimedByNobody: 'claimed by nobody',
} as const
