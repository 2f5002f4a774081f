/** What extension, package and proxy say when an encrypted question is refused, or its answer does not verify. */
export const exchangeErrors = {
  eventNotOpened: 'an event did not open',
  onlyChats: 'this enclave takes only chats',
  brokenOff: 'The connection broke in the middle of the answer. Ask again.',
  noEnd: 'the answer has no end',
  endless: 'The gateway’s answer is too long.',
  modelRequired: 'model is required',
  repeats: (field: string) =>
    `Encryption cannot hide "${field}", which repeats the content in clear.`,
  tools: 'Encryption cannot hide tools: definitions, calls and results would leave in clear.',
  cannotHide: (param: string) => `Encryption cannot hide "${param}": it would leave in clear.`,
  otherEnclave: 'Another kind of enclave serves this model now. Ask again.',
  noneVerified: 'No enclave of this model passed the checks, so nothing was sent.',
  refused: (status: number, why: string) => `The gateway refused with status ${status}${why}`,
  tooLongToHold: 'the answer is too long to be held back',
  dialect: (code: string, reason: string) =>
    `The answer cannot be written in this dialect (${code}): ${reason}.`,
  notEstablished: 'a check could not be made',
  notVerified: (outcome: string) => `The answer is not verified (${outcome}). Do not rely on it.`,
  notServed: 'This program could not serve the request.',
  enclaveNotVerified: 'the enclave is not verified',
} as const
