// Why bytes are not what a reader expected.

export const tooLongBehind = 'the bytes behind the answer are too long'
export const bytesFollow = 'bytes follow the answer'
export const hex = 'expected lowercase hex digits'
export const length = (expected: number, found: number) =>
  `expected ${expected} bytes, found ${found}`
export const utf8 = 'expected UTF-8 without a byte order mark'
export const notBase64 = (what: string) => `${what} is not Base64`
export const tooMany = (most: number) => `there are more than ${most} bytes`
export const salt = 'expected 64 lowercase hex digits'
