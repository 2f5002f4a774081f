/** Why a check of an enclave's keys did not pass. */
export const keysetReasons = {
  notProven: (checks: string) => `not proven: ${checks}`,
  chains: (key: string, count: number) => `key "${key}" has ${count} chains`,
  otherPurpose: (key: string, purpose: string) =>
    `the chain of key "${key}" was made for "${purpose}"`,
  noKnownAlgorithm: 'the keyset has no key of a known algorithm',
  noCustody: 'the evidence has no chain of custody',
  differentKeys: 'different keys issued the keys of the enclave',
  noMeasurement: 'no measurement names the workload',
  otherRoot: (role: string, root: string) =>
    `the chain of "${role}" leads to ${root}, and this root is not accepted`,
  otherScalar: 'the key management signed for another key',
  reportData: 'the report data in the report does not follow from keyset and nonce',
  slot: 'the slot in the report does not follow from keyset and nonce',
  expired: (end: string) => `the keys were valid until ${end}`,
  tooLong: (end: string) => `the keys claim to be valid until ${end}, more than 90 days ahead`,
  length: (key: string, bytes: number | undefined) =>
    `key "${key}" does not have the ${bytes} bytes of its algorithm`,
  twoRoles: 'one key serves in two roles',
  twoIds: 'two signing keys have the same id',
  noSubject: 'the keyset names no workload',
} as const
