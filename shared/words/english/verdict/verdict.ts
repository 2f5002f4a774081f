/** The verdict about an answer, for a person who uses a chat: who signed, what holds, and for which words. */
export const verdictWords = {
  doNotRely: (because: string) => `Do not rely on this answer. ${because}`,
  otherText: 'The text shown here is not the signed text.',
  unknownSigner:
    'The receipt is signed by an address that you have no reason to trust. Say which gateway you used.',
  signed: (signer: string, model: string, label: string, time: string) =>
    `${signer} signed an answer of ${model} as “${label}” on ${time}.`,
  simulated: 'The enclave is simulated: it proves nothing about hardware.',
  simulatedFits:
    'The enclave is simulated: its evidence fits together, but it proves nothing about hardware.',
  gatewaysClaim: 'The gateway says that it checked the enclave. Its evidence was not checked here.',
  evidenceCheckedHere:
    'The enclave’s evidence was checked here. Only the gateway says that the enclave wrote this answer.',
  checkedHere: 'The enclave was checked here, down to this answer.',
  checkedHereUnsigned:
    'The enclave was checked here. Nothing proves that the enclave wrote this answer.',
  secondEnclave:
    'A second enclave ran the model and read the question, too. Its evidence was checked here.',
  secondMachine:
    'A second machine ran the model and read the question, too. It is the provider’s claim.',
  otherPrograms: 'Which programs run beside the model in the enclave is the provider’s claim.',
  anonymized:
    'A third-party provider read the question. The operator promises that the provider was not told who asked.',
  private: 'The operator runs the model, and promises to keep nothing.',
  enclaveUnchecked: 'The enclave could not be checked.',
  onlyEnclaveSigned: 'The enclave signed this answer, and no gateway did.',
  noGateway: 'No gateway signed the answer.',
  noGatewayAndUnknown:
    'No gateway signed this answer, and this program does not know everything that the enclave signed.',
  differs: 'This page shows other words than the signed ones. Read the signed text.',
  notCompared: 'It is not known whether the text shown here is the signed text.',
  forExchange: 'The receipt is for exactly this exchange.',
  forBoth: 'The receipt is for exactly this question and this answer.',
  forAnswer: 'The receipt is for exactly this answer.',
  forQuestion: 'The receipt is for exactly this question.',
  fileHoldsQuestion: 'This file holds the question, not the answer.',
  fileHoldsAnswer: 'This file holds the answer, not the question.',
  fileHoldsReceipt: 'This file holds the receipt alone.',
  askedByServer: (host: string) => `What ${host} asked for you is not known here.`,
  theQuestion: 'the question',
  theAnswer: 'the answer',
  notOpened: (parts: string) =>
    `Do not rely on the words in this file: ${parts} did not open what was signed.`,
  notOpenedEncrypted:
    'The receipt is for the encrypted words. A program decrypted these, and nobody signed them.',
  notOpenedEither:
    'Either a program wrote the words anew, or somebody altered them. This file cannot show which.',
  notChecked: (parts: string, count: number) =>
    `Nothing failed, but ${parts} ${count === 1 ? 'was' : 'were'} not checked.`,
  and: (first: string, last: string) => `${first} and ${last}`,
  notWholeQuestion:
    'These words are not the whole question: a chat sends earlier turns and instructions, too',
  notWholeAnswer: 'These words are not the whole answer: its marks and line breaks count, too',
} as const
