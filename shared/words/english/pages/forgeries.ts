/** What the forger of the drill did. */
export const forgeryWords = {
  good: 'Nothing: this is the genuine answer',
  answer: 'Changed the answer',
  mode: 'Showed a stronger privacy mode than the signed one',
  body: 'Wrote a stronger privacy mode into the receipt',
  stranger: 'Signed again, with his own key',
  swapped: 'Signed with his own key, and named the true signer',
  other: 'Took the receipt of another answer',
  cut: 'Cut the answer off before its receipt',
} as const
