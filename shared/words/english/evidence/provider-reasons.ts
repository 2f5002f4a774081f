/** What the evidence of any provider lacks or says wrongly. */
export const providerReasons = {
  intelNotWhole: (path: string) => `Intel’s documents are not whole: ${path}`,
  intelLacks: (name: string) => `one of Intel’s documents lacks ${name}`,
  noIntel: (platform: string) => `nobody showed Intel’s documents on platform ${platform}`,
  noPin: 'the reader accepted no values of this machine',
  otherThanPinned: (name: string, found: string, pinned: string | undefined, at: string) =>
    `${name} is ${found}, and ${pinned} was accepted on ${at}`,
  absent: 'absent',
  asPinned: (at: string) => `as accepted on ${at}`,
  logInTcbInfo: 'the log in tcb_info',
  report: 'the report',
  gatewayNamesNoKey: 'the gateway names no key of a connection',
  model: (index: number) => `model ${index}`,
  reportNamesNoTlsKey: 'the report names no key of a connection',
  connectionKeyNotKept: 'nobody kept the key of the connection',
  otherEnd: (peer: string, attested: string) => `the connection ended at ${peer}, not ${attested}`,
  reportNamesNoKey: 'the report names no key',
  keyDidNotSign: 'the attested key did not sign the report',
  actions: (count: number) => `${count} actions`,
  listNotInQuote: 'the list does not hash to what the quote holds',
  nonceSource: (source: string) => `the nonce is of "${source}"`,
  keyAlgorithm: (algorithm: string) => `the key in the report is one of ${algorithm}`,
} as const
