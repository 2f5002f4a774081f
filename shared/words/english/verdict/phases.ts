/** What is said of an answer before it has a state. */
export const phaseWords = {
  writing: 'Being written',
  writingSentence: 'This answer is being written. Nothing about it is verified yet.',
  comparing: 'Being compared',
  comparingSentence:
    'The extension is comparing this answer with the signed text. Nothing about it is verified yet.',
} as const
