/** The extension's page of one answer. */
export const answerPageWords = {
  notKept: 'Not kept',
  notKeptMeans:
    'This browser has no copy of this answer. In [the settings] you choose how long answers are kept.',
  answerOf: (model: string, host: string) => `An answer of ${model} on ${host}`,
  forOthers: 'For others',

  signed: 'The answer as it was signed',
  decrypted: 'The answer as this browser decrypted it',
  unsigned: 'The answer, which the signature does not cover',

  wordsNotKept:
    'This browser kept the receipt of this answer, and not the words. In [the settings] you can have the words of new answers kept.',
  asked: 'What was asked',
  answered: 'What was answered',
  encrypted: 'The encrypted exchange, which the receipt covers',

  way: 'Way',
  site: 'Site',
  siteAt: (origin: string, time: string) => `${origin}, ${time}`,
  gateway: 'Gateway',
  noGateway: 'The signer of this answer is no gateway that you named.',
  signedAt: 'Signed',
  receipt: 'Receipt',

  disclosure: 'The disclosure',
  disclosureOf: (side: string) =>
    `The file will hold the receipt, ${side}, and the salt that opens it. The other side and its salt stay here. This is the whole file:`,
  messages: 'the messages',
  answer: 'the answer',
  file: 'The file',
  save: 'Save the disclosure',

  checks: 'Each check',
  counts: (passed: number, failed: number, skipped: number) =>
    `${passed} passed, ${failed} failed, ${skipped} could not be made`,
  simulated: (count: number) => `, ${count} hold in a simulation`,
  byYou: 'made in this browser',
  byGateway: 'made by the gateway',
  byProvider: 'the provider’s claim',
} as const
