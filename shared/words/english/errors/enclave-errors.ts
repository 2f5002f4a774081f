/** What the gateway says when an enclave cannot be verified or reached, or does not encrypt. */
export const enclaveErrors = {
  noneVerified: (because: string) => `The gateway could verify no enclave of this model${because}.`,
  takesNoEncryption: 'No enclave of this model takes encrypted questions.',
  notProven: 'The gateway could not prove which enclave answered, so it delivers no answer.',
  answeredInClear:
    'The enclave did not encrypt its answer to an encrypted request, so the gateway delivers no answer.',
  unreachable: 'The gateway cannot reach the enclave now. Try again later.',
  noneVerifiedWhenAsked: 'The gateway could verify no enclave of this model when you asked.',
  noEnclave: 'No enclave serves this model.',
  noEncryption: 'The enclave offers no encryption.',
  noReport: 'The enclave gave no report for this nonce.',
  noSession: 'No enclave of this model has a session with this id.',
  noBodyEncryption: 'No enclave of this model takes bodies with this encryption.',
  noEvidence: 'The enclave gave no evidence for this nonce.',
  countsNothing:
    'The enclave of this model counts no tokens, because another machine could read the prompt.',
  noSuchKey:
    'The gateway did not find the enclave with the key of X-Model-Pub-Key, so nothing was sent. GET /api/e2ee/key returns a key in use.',
  mustVerifyHost:
    'This enclave passes questions on to other machines, so provider.aci_verified must be true.',
  notEncryptable: (reason: string) =>
    `The gateway cannot encrypt the request for the enclave: ${reason}.`,
  tooLongToEncrypt: (bytes: number) =>
    `The gateway must encrypt for this enclave, and encrypts ${bytes} bytes at most. Nothing was sent.`,
  cannotHide: (param: string) =>
    `The gateway must encrypt for this enclave, and encryption cannot hide "${param}". Nothing was sent.`,
} as const

/** Why a check of an enclave did not pass, as the gateway found it. */
export const enclaveReasons = {
  inClear: (what: string) => `the enclave did not encrypt ${what}`,
  answerInClear: 'the enclave did not encrypt its answer',
  contentInClear: 'the enclave did not encrypt a content field of the answer',
  tooMany: 'too many callers ask the enclave at once',
  noReport: 'the gateway could get no report from the enclave',
  noEvidence: 'the gateway could get no evidence from the enclave',
  slowBody: 'the answer took too long',
  longBody: 'the answer is too long',
  baseHint: '; base_url may name another host, or lack /v1',
  answered: (path: string, status: number, hint: string) => `${path} answered ${status}${hint}`,
  notVerified: 'the enclave is not verified',
  noCollateral: (reason: string) =>
    `the gateway could not fetch the collateral, which proves who made the processor: ${reason}`,
  keyNotAttested: (spki: string | null) =>
    spki === null
      ? 'the connection has no TLS key'
      : `the TLS key ${spki} is not among the keys that the enclave proves`,
  namesNoTlsKey: 'the enclave names no TLS key for this host',
  unknownEncryption: 'the enclave offers no encryption that the gateway knows',
  noReportBecause: (reason: string) => `the gateway could get no report: ${reason}`,
  noReceipt: 'the enclave has no receipt of this answer',
  unknownEnd: 'no evidence says where this connection ends',
  cameInClear: (paths: string) => `the enclave did not encrypt ${paths}`,
  hostNotVerified: 'the enclave could not verify the host of the model',
  otherHosts: 'the request names hosts, and the enclave verified none of these hosts',
  noSigningKey: 'the evidence names no key that signs the answers',
  attestationStatus: (status: number) => `the gateway could get no evidence: status ${status}`,
  noAttestation: (reason: string) => `the gateway could get no evidence: ${reason}`,
  veniceSignedNothing: 'Venice has no signature for this answer',
  answerWithoutId: 'the answer has no id, so the gateway cannot ask for its signature',
  enclaveSignedNothing: 'the enclave has no signature for this answer',
} as const

/** Why a provider's enclave was not verified, or not asked. */
export const boughtReasons = {
  noKnownKey: 'no known key',
  noListedInstance: 'no instance shows evidence of a listed key',
  quote: 'the quote',
  noInstance: 'the provider shows no instance',
  instances: 'the list of instances',
  release: 'the release',
  noConnection: 'no connection',
  verified: 'the enclave is verified',
  noEncryption: 'no encryption is known',
} as const
