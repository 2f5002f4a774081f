/** What the gateway says when a provider refuses, fails, or answers what no receipt can cover. */
export const providerErrors = {
  notJson: 'The provider did not answer with JSON.',
  notStream: 'The provider did not answer with a stream.',
  silent: 'The provider was silent for too long, or did not end its answer.',
  tooLong: 'The provider’s answer is too long.',
  brokeOff: 'The connection to the provider broke off.',
  notCount: 'The provider did not answer with a count.',
  busy: 'The provider of this model takes no more requests at the moment. This is not a limit of your key.',
  refused: (status: number) => `The provider refused the request with status ${status}.`,
  uncoveredEnd: 'The provider ended the answer in a way that no receipt can cover.',
  brokeOffWithError: 'The provider broke off the answer with an error.',
  uncovered: (code: string) => `No receipt can cover the provider’s answer (${code}).`,
  unreachable: 'The gateway cannot reach a provider of this model now. Try again later.',
  privateUnreachable:
    'The gateway could not reach the private provider of this model when you asked.',
  countsNothing: (model: string) => `The provider of the model "${model}" does not count tokens.`,
  takesNothingOfThisKind: (model: string) =>
    `No provider of the model "${model}" takes requests of this kind.`,
} as const

/** Why the gateway cannot use what a provider answered. */
export const answerProblems = {
  ownSvc: 'the answer has an "svc" of its own',
  eventOwnSvc: 'an event has an "svc" of its own',
  notUtf8: 'the answer is not UTF-8',
  notShown: 'it was not shown',
} as const
