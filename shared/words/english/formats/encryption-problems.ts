// Why something cannot be encrypted, or does not open.

export const noMlKemKey = 'the key is no key of ML-KEM-768'
export const noEncapsulatedKey = 'no encapsulated key stands before the ciphertext'
export const otherKey = 'the ciphertext is not encrypted to this key'
export const noGzip = 'the decrypted bytes are no whole gzip'
export const unpackedTooLong = 'the decrypted bytes are too long when unpacked'
export const inClear = (what: string) => `${what} is in clear`
export const beginsTwice = 'the stream begins twice'
export const instanceFailed = 'the instance failed'
export const noKeyBeforeFrames = 'no key stands before the frames of the stream'
export const afterEnd = 'something stands behind the end of the stream'
export const endedInEvent = 'the stream ended within an event'
export const memberNoText = (member: string) => `${member} is no text`
export const answerKeyTwice = 'the request has a key for its answer already'
export const memberNoString = (member: string) => `the answer’s ${member} is no string`
export const vectorNoObject = 'a vector is no object'
export const vectorInClear = 'a vector of the answer is not encrypted'
export const vectorNoJson = 'a vector of the answer is no JSON'
export const noSuite = (name: string) => `no suite is called ${name}`
export const noModel = 'the request has no model'
export const fieldOtherKey = 'a field is not encrypted to this key'
export const enclaveKey = 'the key of the enclave'
export const streamTooLong = (bytes: number) => `a stream is longer than ${bytes} bytes`
export const integerTooLarge = 'an integer is beyond 2^53'
export const numberTooLarge = 'a number is too large'
export const fractionTooSmall = 'a fraction is below 0.00001'
export const notEncryptable = (reason: string) => `the request cannot be encrypted: ${reason}`
export const noMessages = 'the request has no messages'
export const messageNoObject = 'a message is no object'
export const nothingToEncrypt = 'no message has content to encrypt'
export const inputNoText = 'input holds no text'
export const tokens = 'tokens cannot be encrypted, but text can'
export const keyNotInKeyset = 'the key is not in the keyset that the quote binds'
export const unknownVersion = 'the enclave speaks no version that this program knows'
export const frameTooLong = 'a frame is too long'
export const endedInFrame = 'the body ended within a frame'
export const answerInClear = 'the answer is not encrypted'
export const frameOfOther = 'a frame is not of the enclave that was asked'
export const cameInClear = (path: string) => `${path} came in clear`
export const cannotEncrypt = (path: string) => `${path} cannot be encrypted`
export const noAnswerKey = 'the request has no key for its answer'
export const answerKey = 'the key for the answer'
export const noEncryptedField = 'the request has no encrypted field'
export const andMore = (names: string, more: number) => `${names} and ${more} more`
export const anEvent = 'an event'
