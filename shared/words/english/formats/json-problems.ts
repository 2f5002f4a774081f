// Why a document is no JSON that two readers would read the same way.

export const notWritable = 'RFC 8785 cannot write this value'
export const noJsonForm = 'this value has no JSON form'
export const ofDocument = (document: string, problem: string) => `${document}: ${problem}`
export const noArray = 'the document is not a JSON array'
export const noObject = 'the document is not a JSON object'
export const twice = 'a member occurs twice'
export const notUtf8 = 'the document is not UTF-8'
export const notJson = 'the document is not JSON'
export const stringSurrogate = 'a string has a lone surrogate'
export const numberTooLarge = 'a number is too large'
export const nameSurrogate = 'a name has a lone surrogate'
export const lists = (most: number) => `${most} lists and objects`
export const tooDeep = (most: number) => `the document is nested deeper than ${most}`
export const values = (most: number) => `${most} members and items`
export const tooMany = (most: string) => `the document has more than ${most}`
