// Why a check of an enclave's keys did not pass.

export const notProven = (checks: string) => `not proven: ${checks}`
export const chains = (key: string, count: number) => `key "${key}" has ${count} chains`
export const otherPurpose = (key: string, purpose: string) =>
  `the chain of key "${key}" was made for "${purpose}"`
export const noKnownAlgorithm = 'the keyset has no key of a known algorithm'
export const noCustody = 'the evidence has no chain of custody'
export const differentKeys = 'different keys issued the keys of the enclave'
export const noMeasurement = 'no measurement names the workload'
export const otherRoot = (role: string, root: string) =>
  `the chain of "${role}" leads to ${root}, and this root is not accepted`
export const otherScalar = 'the key management signed for another key'
export const reportData = 'the report data in the report does not follow from keyset and nonce'
export const slot = 'the slot in the report does not follow from keyset and nonce'
export const expired = (end: string) => `the keys were valid until ${end}`
export const tooLong = (end: string) =>
  `the keys claim to be valid until ${end}, more than 90 days ahead`
export const length = (key: string, bytes: number | undefined) =>
  `key "${key}" does not have the ${bytes} bytes of its algorithm`
export const twoRoles = 'one key serves in two roles'
export const twoIds = 'two signing keys have the same id'
export const noSubject = 'the keyset names no workload'
