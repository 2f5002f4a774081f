/** Why a document is no JSON that two readers would read the same way. */
export const jsonProblems = {
  notWritable: 'RFC 8785 cannot write this value',
  noJsonForm: 'this value has no JSON form',
  ofDocument: (document: string, problem: string) => `${document}: ${problem}`,
  noArray: 'the document is not a JSON array',
  noObject: 'the document is not a JSON object',
  twice: 'a member occurs twice',
  notUtf8: 'the document is not UTF-8',
  notJson: 'the document is not JSON',
  stringSurrogate: 'a string has a lone surrogate',
  numberTooLarge: 'a number is too large',
  nameSurrogate: 'a name has a lone surrogate',
  lists: (most: number) => `${most} lists and objects`,
  tooDeep: (most: number) => `the document is nested deeper than ${most}`,
  values: (most: number) => `${most} members and items`,
  tooMany: (most: string) => `the document has more than ${most}`,
} as const
