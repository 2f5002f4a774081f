// What a member of a document is, and must not be.

export const noObject = 'is no object'
export const noList = 'is no list'
export const noText = 'is no text'
export const noNumber = 'is no number'
export const noWholeNumber = 'is no whole number'
export const noBoolean = 'is neither true nor false'
export const otherKind = 'is of another kind than it must be'
export const missing = 'is missing'
export const unknownValue = 'has a value that this program does not know'
export const form = 'is not written in the right form'
export const unknown = 'does not belong there'
export const size = 'is too small, too large, too short or too long'
