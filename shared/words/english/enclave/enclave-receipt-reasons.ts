// Why a check of the enclave's own receipt did not pass.

export const otherKeyset = (digest: string) => `no quote was verified for the keyset ${digest}`
export const expired = (end: string, at: string) =>
  `the keys were valid until ${end}, and the receipt is of ${at}`
export const otherAlgorithm = (algorithm: string) => `the key of the receipt is for ${algorithm}`
export const noSuchKey = 'the attested keyset has no key of this id'
export const noKey = 'no key is known that could check the signature'
export const notSigned = 'the attested key did not sign this receipt'
export const noDigest = (reason: string) => `the receipt has no digest: ${reason}`
export const otherTime = (served: string, from: string, to: string) =>
  `the receipt says ${served}, and the answer began between ${from} and ${to}`
export const noType = 'an event has no type'
export const notReceivedFirst = 'the events do not begin with exactly one "request.received"'
export const occurs = (event: string, count: number) => `"${event}" occurs ${count} times`
export const verifiedLate = 'the enclave verified the host after the answer had left'
export const unknownDigest = 'the digest of an event has no known form'
export const decryptedRequest =
  'the digest is of the decrypted request, which only the enclave and the client know'
export const hostNotVerified = 'the enclave did not verify the model’s host'
export const notRequired = 'nobody required that the enclave verifies the model’s host'
export const noSession = 'the receipt names no session of the model’s host'
export const servesItself = 'the enclave runs the model itself, as its measured software shows'
export const saysNothing = 'the receipt does not say that the enclave verified the model’s host'
export const onlyClaimed =
  'only the enclave says that it runs the model itself: no compose hash is pinned as direct (direct_compose_hashes)'
