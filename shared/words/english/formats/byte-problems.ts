/** Why bytes are not what a reader expected. */
export const byteProblems = {
  tooLongBehind: 'the bytes behind the answer are too long',
  bytesFollow: 'bytes follow the answer',
  hex: 'expected lowercase hex digits',
  length: (expected: number, found: number) => `expected ${expected} bytes, found ${found}`,
  utf8: 'expected UTF-8 without a byte order mark',
  notBase64: (what: string) => `${what} is not Base64`,
  tooMany: (most: number) => `there are more than ${most} bytes`,
  salt: 'expected 64 lowercase hex digits',
} as const
