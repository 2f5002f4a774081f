/** What of `svc` cannot be read, and why a check of it did not pass. */
export const svcProblems = {
  modelUnknown: (signed: string, name: string) =>
    `the receipt names ${signed}, and nobody says whether "${name}" means this model`,
  byTrait: (name: string) => `the trait "${name}", as the gateway lists it`,
  askedByTrait: (name: string) => `asked by the trait "${name}"`,
  now: (reason: string) => `${reason} now`,
  obfuscation: 'an event has an "obfuscation" with the mark of a gateway',
  traits: 'the list of traits',
  models: 'the list of models',
  twoEvents: 'more than one event of the stream carries "svc"',
  notLast: '"svc" must stand once, as the last member',
  noData: 'the event has no data',
  noMember: 'the data has no such member',
  noObjectEnd: 'the text does not end as an object',
  questionNotGiven: 'nobody gave the question',
  answerNotGiven: 'nobody gave the answer',
  otherValue: 'the commitment in the receipt is to another value',
} as const
