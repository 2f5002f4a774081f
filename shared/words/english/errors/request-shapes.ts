/** What a member of a request must be, as errors and `/docs` say it. */
export const requestShapes = {
  oneOf: (words: string) => `one of ${words}`,
  textOrParts: 'a string, null, or an array of one or more parts',
  text: (most: number) => `a string of 1 to ${most} characters`,
  textOrNull: (most: number) => `a string of 1 to ${most} characters, or null`,
  trueFalseOrNull: 'true, false or null',
  messages: 'an array of one or more messages',
  mustBe: (shape: string) => `must be ${shape}`,
  textsOrTokens: 'a text, or an array of one or more texts or lists of tokens',
  roles: 'one of user, assistant, system',
  textOrBlocks: 'a string, or an array of blocks',
  textNullOrBlocks: 'a string, null, or an array of blocks',
  fromOneOn: 'a whole number from 1 on',
  textOrItems: 'a string, or an array of one or more items',
  nullOrTools: 'null, or an array of tools',
  modelName: 'the name of one model',
  keysetDigest: 'the digest of a replica’s keyset, sha256:<64 hex>, where several answer',
  anyValue:
    'any value: the answer is then {"collateral", "session"}, so that you can judge the host’s own quote',
} as const

/** What a member of a request must be. */
export const shapeWords = {
  textOrNull: 'a string or null',
  required: 'is required',
  aString: 'a string',
  trueOrFalse: 'true or false',
  wholeNumber: 'a whole number',
  anArray: 'an array',
  anObject: 'an object',
  anotherValue: 'another value',
  hex64: '64 lowercase hex digits',
} as const
