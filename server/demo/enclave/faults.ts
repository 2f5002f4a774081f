/** Ways in which the simulated enclave can misbehave, and what it then does. */
export const faults = {
  'wrong-measurement': 'runs a compose file that is not pinned',
  'wrong-workload': 'is another workload',
  'stale-tcb': 'runs on a platform that is out of date',
  'debug-td': 'can be debugged from outside',
  'expired-keyset': 'shows keys that have expired',
  'swapped-e2ee-key': 'shows another encryption key beside the quote',
  'swapped-tls-key': 'serves with a TLS key that is not in its keyset',
  'replayed-nonce': 'answers with a quote for an earlier nonce',
  'keyset-changes': 'signs each receipt under a new keyset, which it attests when asked again',
  'keyset-changes-twice': 'signs each receipt under a keyset that it attests no more when asked',
  'foreign-receipt': 'serves the receipt of another exchange',
  'foreign-receipt-key': 'signs receipts with a key of nobody',
  'receipt-missing': 'knows no receipt of its answers',
  'request-hash': 'commits to another request',
  'response-hash': 'commits to another response',
  'upstream-unverified': 'served from a model host that it could not verify',
  'upstream-refused': 'refuses to serve, since it could not verify the model host',
  'session-refused': 'refuses to serve by any session',
  'plaintext-answer': 'answers an encrypted request in clear',
  'members-in-clear':
    'puts a refusal, a call and more into an answer, which encryption leaves in clear',
  'undecryptable-chunk': 'sends a field that does not decrypt',
  'cut-stream': 'stops before the answer is whole, and signs what it sent',
  'reordered-chunks': 'sends the pieces of an answer in another order than it signed',
  'model-aliased': 'serves another model than the one that was asked',
  hang: 'never answers a chat request',
  'http-500': 'fails with status 500',
  'die-midstream': 'drops the connection in the middle of an answer',
} as const

export type Fault = keyof typeof faults

export function isFault(name: string): name is Fault {
  return Object.hasOwn(faults, name)
}
