/** What came is nothing that could be judged. */
export const refusalWords = {
  unrecognised: 'Unrecognised',
  incomplete: 'Incomplete',
  invalid: 'Invalid',
  nothingChecked: 'Nothing was checked.',
  fromFile: 'From',
} as const
