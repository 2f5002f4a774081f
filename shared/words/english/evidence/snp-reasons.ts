// Why a check of AMD's report did not pass.

export const length = (bytes: number) => `it has ${bytes} bytes, not 1,184`
export const version = (version: number) => `version ${version} is not 2 to 5`
export const algorithm = (algorithm: number) => `signature algorithm ${algorithm} is not known`
export const longNumber = 'a number of the signature is too long'
export const bytesFollow = 'bytes follow the signature'
export const unreadable = (reason: string) => `the report of SEV-SNP cannot be read: ${reason}`
export const lacks = (member: string) => `the certificate of the chip lacks member ${member}`
export const chipId = (bytes: number) => `the chip’s id has ${bytes} bytes`
export const otherRoot = (root: string) =>
  `the chain ends in ${root}, which is no known root of AMD`
export const amd = (generation: string) => `AMD, ${generation}`
export const chain = 'AMD’s chain is not ASK and ARK'
export const otherProduct = (product: string) => `the chip’s certificate says ${product}`
export const otherGeneration = (found: string, generation: string) =>
  `the report is of ${found}, not of ${generation}`
export const unknownProcessor = 'an unknown processor'
export const milan = 'Milan is not accepted: its host can read its memory'
export const isCa = 'the certificate of the chip is that of an authority'
export const notValidNow = (name: string) => `${name} is not valid at this time`
export const noCrl = 'nobody showed AMD’s list of withdrawn certificates'
export const crlNotValid = 'AMD’s list of withdrawn certificates is not valid at this time'
export const withdrawn = (name: string) => `${name} was withdrawn`
export const keyReserved = 'a reserved bit is set beside the signing key'
export const otherSigner = (key: string) => `${key} signed the report, which is not accepted`
export const noKnownKey = 'no known key'
export const masked = 'the id of the chip is masked'
export const notP384 = 'the key of the chip is not on P-384'
export const notSigned = 'the chip’s key did not sign this report'
export const debug = 'the memory of the enclave can be read from outside: DEBUG is set'
export const bit17 = 'bit 17 of the policy is 0, and must be 1'
export const reserved = 'a reserved bit of the policy is set'
export const agent = 'an agent may move the enclave to another machine'
export const level = (level: number) => `the report was asked for at level ${level}, not 0`
export const noMinimum = (generation: string) =>
  `no minimum of the firmware is stated for ${generation}`
export const older = (which: string, part: string) =>
  `${which} ${part} is older than the stated minimum`
export const firmwareOlder = 'the firmware is older than the stated minimum'
