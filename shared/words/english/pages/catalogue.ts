/** `/catalogue/`. */
export const catalogueWords = {
  title: 'Models',
  lead: 'How each model would be served right now ([/v1/models]). How an answer was served is in the receipt of the answer.',
  e2ee: 'Encrypted to enclave',
  e2eeMeans: 'Your program encrypts your question for the enclave. This gateway cannot read it.',
  tee: 'Attested enclave',
  teeMeans:
    'The gateway checks the enclave before it sends your question there. The gateway could read your question, too.',
  private: 'Private',
  privateMeans: 'The operator runs the model and promises to keep nothing.',
  anonymized: 'Anonymized',
  anonymizedMeans:
    'A third-party provider reads your question. The gateway does not tell the provider who asked.',
  allSimulated: 'The enclave is simulated and proves nothing about hardware.',
  someSimulated: 'Some of these enclaves are simulated; each receipt says which.',
  notServed: 'Not available right now',
  noRoute: 'The gateway cannot reach these models right now.',
  tokens: (count: string) => `${count} tokens`,
  needsPlan: 'needs a plan',
  everybody: 'for everybody',
  uncensored: 'uncensored',
  also: (modes: string) => `also ${modes}`,
  aliases: (names: string) => `also called ${names}`,
} as const
