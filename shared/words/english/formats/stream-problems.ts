/** Why a stream of server-sent events is not one that every reader reads the same way. */
export const streamProblems = {
  offset: 'the offset lies outside of the data',
  lineBreak: 'the data has a line break that only some readers see',
  control: 'a line has control characters',
  line: 'a line is neither a comment nor a field of server-sent events',
  notUtf8: 'an event is not UTF-8, or begins with a byte order mark',
  tooLong: (most: number) => `an event is longer than ${most} bytes`,
  unended: 'some readers drop the last event, since no blank line follows it',
} as const
