// What of an enclave's documents cannot be read, and why.

export const tooManyValues = (most: number) => `the document has more than ${most} values`
export const noSafeInteger = 'a number in the document is no integer below 2^53'
export const nameNotAscii = 'the name of a member has a letter outside of ASCII'
export const session = 'the session'
export const receiptProtocol = 'the receipt is not of protocol aci/1'
export const receiptOlder = 'the receipt is of an older protocol: its signature is an object'
export const receipt = 'the enclave’s receipt'
export const keyset = 'the keyset'
export const reportTooLong = (most: number) => `the report is longer than ${most} bytes`
export const report = 'the report'
export const custody = 'the chain of custody of a key'
export const reportProtocol = 'the report is not of protocol aci/1'
export const reportOlder = (member: string) =>
  `the report is of an older protocol: it has "${member}"`
export const providerNoObject = 'provider must be an object'
export const mustVerify =
  'provider.aci_verified must be true: the gateway sends nothing to an unverified host'
export const otherSpelling = (other: string, name: string) =>
  `${other} is another spelling of ${name}: use only ${name}`
