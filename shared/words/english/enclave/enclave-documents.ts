/** What of an enclave's documents cannot be read, and why. */
export const enclaveDocuments = {
  tooManyValues: (most: number) => `the document has more than ${most} values`,
  noSafeInteger: 'a number in the document is no integer below 2^53',
  nameNotAscii: 'the name of a member has a letter outside of ASCII',
  session: 'the session',
  receiptProtocol: 'the receipt is not of protocol aci/1',
  receiptOlder: 'the receipt is of an older protocol: its signature is an object',
  receipt: 'the enclave’s receipt',
  keyset: 'the keyset',
  reportTooLong: (most: number) => `the report is longer than ${most} bytes`,
  report: 'the report',
  custody: 'the chain of custody of a key',
  reportProtocol: 'the report is not of protocol aci/1',
  reportOlder: (member: string) => `the report is of an older protocol: it has "${member}"`,
  providerNoObject: 'provider must be an object',
  mustVerify: 'provider.aci_verified must be true: the gateway sends nothing to an unverified host',
  otherSpelling: (other: string, name: string) =>
    `${other} is another spelling of ${name}: use only ${name}`,
} as const
