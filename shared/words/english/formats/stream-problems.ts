// Why a stream of server-sent events is not one that every reader reads the same way.

export const offset = 'the offset lies outside of the data'
export const lineBreak = 'the data has a line break that only some readers see'
export const control = 'a line has control characters'
export const line = 'a line is neither a comment nor a field of server-sent events'
export const notUtf8 = 'an event is not UTF-8, or begins with a byte order mark'
export const tooLong = (most: number) => `an event is longer than ${most} bytes`
export const unended = 'some readers drop the last event, since no blank line follows it'
