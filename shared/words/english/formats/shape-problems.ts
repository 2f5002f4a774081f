/** What a member of a document is, and must not be. */
export const shapeProblems = {
  noObject: 'is no object',
  noList: 'is no list',
  noText: 'is no text',
  noNumber: 'is no number',
  noWholeNumber: 'is no whole number',
  noBoolean: 'is neither true nor false',
  otherKind: 'is of another kind than it must be',
  missing: 'is missing',
  unknownValue: 'has a value that this program does not know',
  form: 'is not written in the right form',
  unknown: 'does not belong there',
  size: 'is too small, too large, too short or too long',
} as const
