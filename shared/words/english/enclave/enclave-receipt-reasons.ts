/** Why a check of the enclave's own receipt did not pass. */
export const enclaveReceiptReasons = {
  otherKeyset: (digest: string) => `no quote was verified for the keyset ${digest}`,
  expired: (end: string, at: string) =>
    `the keys were valid until ${end}, and the receipt is of ${at}`,
  otherAlgorithm: (algorithm: string) => `the key of the receipt is for ${algorithm}`,
  noSuchKey: 'the attested keyset has no key of this id',
  noKey: 'no key is known that could check the signature',
  notSigned: 'the attested key did not sign this receipt',
  noDigest: (reason: string) => `the receipt has no digest: ${reason}`,
  otherTime: (served: string, from: string, to: string) =>
    `the receipt says ${served}, and the answer began between ${from} and ${to}`,
  noType: 'an event has no type',
  notReceivedFirst: 'the events do not begin with exactly one "request.received"',
  occurs: (event: string, count: number) => `"${event}" occurs ${count} times`,
  verifiedLate: 'the enclave verified the host after the answer had left',
  unknownDigest: 'the digest of an event has no known form',
  decryptedRequest:
    'the digest is of the decrypted request, which only the enclave and the client know',
  hostNotVerified: 'the enclave did not verify the model’s host',
  notRequired: 'nobody required that the enclave verifies the model’s host',
  noSession: 'the receipt names no session of the model’s host',
  servesItself: 'the enclave runs the model itself, as its measured software shows',
  saysNothing: 'the receipt does not say that the enclave verified the model’s host',
  onlyClaimed:
    'only the enclave says that it runs the model itself: no compose hash is pinned as direct (direct_compose_hashes)',
} as const
