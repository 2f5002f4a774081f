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
} as const

/** Why a check of an enclave did not pass, as the gateway found it. */
export const enclaveReasons = {
  inClear: (what: string) => `the enclave did not encrypt ${what}`,
  answerInClear: 'the enclave did not encrypt its answer',
  contentInClear: 'the enclave did not encrypt a content field of the answer',
  tooMany: 'too many callers ask the enclave at once',
  noReport: 'the gateway could get no report from the enclave',
  noEvidence: 'the gateway could get no evidence from the enclave',
} as const
