/** What can be handed to others of an answer, and why a side of the exchange cannot be. */
export const handOverWords = {
  answer: (model: string, time: string, circumstances: string) =>
    `Model ${model}, ${time}. ${circumstances}`,
  receipt: (digest: string, signer: string) => `Receipt ${digest}, signed by ${signer}.`,
  checkAt: (link: string) => `Check it: ${link}`,
  checkSigner: (gateway: string) => `Compare the signer in two places. The gateway is ${gateway}.`,
  checkUnknown: 'Compare the signer in two places. The gateway is not known.',
  somebody: 'Somebody',

  isEncrypted:
    'The receipt covers the encrypted words, so a disclosure would show only encrypted words.',
  noWords: 'This browser keeps no words, as you set.',
  unknown: (what: string) => `This browser does not know ${what}.`,
  notOpened: (what: string) => `The receipt is for other words than ${what}.`,
  messages: 'the messages that the gateway was sent',
  message: 'the message as the gateway sent it',
} as const
