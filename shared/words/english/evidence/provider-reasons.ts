// What the evidence of any provider lacks or says wrongly.

export const intelNotWhole = (path: string) => `Intel’s documents are not whole: ${path}`
export const intelLacks = (name: string) => `one of Intel’s documents lacks ${name}`
export const noIntel = (platform: string) =>
  `nobody showed Intel’s documents on platform ${platform}`
export const noPin = 'the reader accepted no values of this machine'
export const otherThanPinned = (
  name: string,
  found: string,
  pinned: string | undefined,
  at: string,
) => `${name} is ${found}, and ${pinned} was accepted on ${at}`
export const absent = 'absent'
export const asPinned = (at: string) => `as accepted on ${at}`
export const logInTcbInfo = 'the log in tcb_info'
export const report = 'the report'
export const gatewayNamesNoKey = 'the gateway names no key of a connection'
export const model = (index: number) => `model ${index}`
export const reportNamesNoTlsKey = 'the report names no key of a connection'
export const connectionKeyNotKept = 'nobody kept the key of the connection'
export const otherEnd = (peer: string, attested: string) =>
  `the connection ended at ${peer}, not ${attested}`
export const reportNamesNoKey = 'the report names no key'
export const keyDidNotSign = 'the attested key did not sign the report'
export const actions = (count: number) => `${count} actions`
export const listNotInQuote = 'the list does not hash to what the quote holds'
export const nonceSource = (source: string) => `the nonce is of "${source}"`
export const keyAlgorithm = (algorithm: string) => `the key in the report is one of ${algorithm}`
