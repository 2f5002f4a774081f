/** Ways in which a simulated enclave of Tinfoil's can misbehave, and what it then does. */
export const tinfoilFaults = {
  'other-encryption-key': 'shows another key for encryption than its report binds',
  'other-tls-key': 'serves with a TLS key that its report does not bind',
  'replayed-nonce': 'shows a report for an earlier nonce',
  'no-gpu': 'shows no GPU, and its report binds none',
  'other-gpu': 'shows the evidence of other GPUs than its report binds',
  'gpu-of-another-day': 'binds evidence of GPUs that signed an earlier nonce',
  'older-release': 'runs an older release than the one that was signed last',
  'foreign-repository': 'runs the release of another repository',
  'other-config': 'states a configuration that was not measured',
  'other-machine': 'runs on a machine that its maker signed nothing about',
  'debug-policy': 'can be debugged from outside',
  'configured-by-owner': 'was configured by the owner of the machine',
  milan: 'runs on a processor whose memory its host can read',
  'old-firmware': 'runs on firmware that is older than what is accepted',
  'stale-tcb': 'runs on a platform that is out of date',
  'no-release': 'runs a release that nobody signed',
  'no-document': 'answers with status 500 when it is asked for its document',
  'clear-answer': 'answers an encrypted request in clear',
  'truncated-frame': 'stops within a frame of an encrypted answer',
  'frame-left-out': 'leaves out a frame of an encrypted answer',
  'cut-answer': 'stops before the answer is whole, between two frames',
  hang: 'never answers',
  'http-500': 'fails with status 500',
} as const

export type TinfoilFault = keyof typeof tinfoilFaults
