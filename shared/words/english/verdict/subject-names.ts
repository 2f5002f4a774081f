/** What a file is called in a sentence. */
export const subjectNames = {
  receipt: 'a receipt',
  disclosure: 'a disclosure',
  filed: 'an answer out of an export of the extension',
  svc: 'the member svc of an answer',
  answer: 'an answer with its receipt',
  transcript: 'a streamed answer with its receipt',
} as const
