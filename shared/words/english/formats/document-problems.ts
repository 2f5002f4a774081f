/** What of a file cannot be read, and why. */
export const documentProblems = {
  disclosure: 'the disclosure',
  answer: 'the answer',
  receivedAt: 'receivedAt is not a time',
  evidence: 'the evidence',
  fetchedAt: 'fetchedAt of the evidence is not a time',
  afterEnd: 'the stream goes on after its end',
  eventNoJson: 'the data of an event is not JSON',
  export: 'the export',
  ofAnswer: (number: number, problem: string) => `answer ${number}: ${problem}`,
} as const
