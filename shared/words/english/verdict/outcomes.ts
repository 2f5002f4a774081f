/** What came of a check. */
export const outcomeWords = {
  pass: 'Pass',
  fail: 'Fail',
  skip: 'Not checked',
  simulated: 'Holds in the simulation',
} as const
