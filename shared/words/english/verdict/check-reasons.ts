/** Why a check of an answer was not made, or did not pass. */
export const checkReasons = {
  evidenceAge: (apart: string) => `the evidence is from more than a day ${apart} the answer`,
  noSession: (id: string) => `the evidence does not hold session ${id}`,
  simulationRoot: (reason: string) => `the root of the simulation cannot be read: ${reason}`,
  noReferenceValues: 'the reader gave no reference values to compare the enclave with',
  otherKeys:
    'the evidence is of other keys than signed this receipt: the enclave may have started anew',
  noCollateral: 'the evidence lacks the documents of the processor’s maker',
  sentInClear: 'sent in clear, since this encryption cannot hide them',
  cameInClear: 'came in clear, since this encryption does not hide them',
  fieldNotEncrypted: 'a content field is not encrypted to this request',
  endedEarly: 'the answer ended before every choice had finished',
  noSvc: 'the gateway sent no svc',
  noEnclaveReceipt: 'svc carries no receipt of the enclave',
  gatewaySignedNothing: 'the gateway signed nothing',
  otherKindOfRequest: 'the commitment is to the question of another kind of request',
  committedToEncrypted:
    'not opened: the receipt commits to the encrypted words, and these are the words that a client opened',
  notOpened:
    'not opened: a program wrote the words anew in a way that is not known here, or a word is another',
  notTheBytes:
    'these are not the bytes as they came: a program wrote the answer anew, or somebody altered it',
  signedForEncrypted:
    'the enclave signed for the encrypted answer, and these words are what a client opened',
  answerNotEncrypted: 'the answer is not encrypted to this request',
  otherKind: 'the evidence is of another kind of enclave than the receipt names',
  signsNoAnswers:
    'enclaves of this kind sign no answers: only the gateway says that the enclave wrote this answer',
  unknownKind: 'this program does not know the kind of enclave',
  modelUnknown: 'only the gateway knows which model it asked for',
  bytesUnknown: 'only the gateway knows the bytes that it sent',
  noOpening: 'the file lacks the value that opens the commitment',
  otherThanCommitted: 'the enclave signed for other bytes than the receipt commits to',
  otherBytes: 'the enclave signed for other bytes than these',
  signature: 'the signature',
  signedText: 'the signed text is not model:request:response',
  signedBy: (named: string, key: string) => `${named} signed the answer, and not ${key}`,
  anAttestedKey: 'an attested key',
  attestedKeyDidNot: 'the attested key did not sign the answer',
  modelByRelay: 'only the machine that passed the question on says which model the signed model is',
  otherRequest: 'the enclave signed for another request than was sent',
  otherAnswer: 'the enclave signed other bytes than this answer has',
  noSignature: 'svc carries no signature of the enclave',
  repositoryNotAccepted: (repository: string) => `you did not accept the repository ${repository}`,
  chipCertificate: 'a certificate of the chip',
  bodyEncryption: 'enclaves of this kind do not take this encryption of bodies',
  wordsAlone:
    'the file holds the words of the answer, and not the bytes that the enclave signed for',
  svcNotLast: 'these are not the bytes as they came: "svc" does not stand last in them',
  translated: 'the gateway translated the answer: these are not the bytes that the enclave sent',
} as const
