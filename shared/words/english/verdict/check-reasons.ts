// Why a check of an answer was not made, or did not pass.

export const evidenceAge = (apart: string) =>
  `the evidence is from more than a day ${apart} the answer`
export const noSession = (id: string) => `the evidence does not hold session ${id}`
export const simulationRoot = (reason: string) =>
  `the root of the simulation cannot be read: ${reason}`
export const noReferenceValues = 'the reader gave no reference values to compare the enclave with'
export const otherKeys =
  'the evidence is of other keys than signed this receipt: the enclave may have started anew'
export const noCollateral = 'the evidence lacks the documents of the processor’s maker'
export const sentInClear = 'sent in clear, since this encryption cannot hide them'
export const cameInClear = 'came in clear, since this encryption does not hide them'
export const fieldNotEncrypted = 'a content field is not encrypted to this request'
export const endedEarly = 'the answer ended before every choice had finished'
export const noSvc = 'the gateway sent no svc'
export const noEnclaveReceipt = 'svc carries no receipt of the enclave'
export const gatewaySignedNothing = 'the gateway signed nothing'
export const otherKindOfRequest = 'the commitment is to the question of another kind of request'
export const committedToEncrypted =
  'not opened: the receipt commits to the encrypted words, and these are the words that a client opened'
export const notOpened =
  'not opened: a program wrote the words anew in an unknown way, or a word is another'
export const notTheBytes =
  'these are not the bytes as they came: a program wrote the answer anew, or somebody altered it'
export const signedForEncrypted =
  'the enclave signed for the encrypted answer, and these words are what a client opened'
export const answerNotEncrypted = 'the answer is not encrypted to this request'
export const otherKind = 'the evidence is of another kind of enclave than the receipt names'
export const signsNoAnswers =
  'enclaves of this kind sign no answers: only the gateway says that the enclave wrote this answer'
export const unknownKind = 'this program does not know the kind of enclave'
export const modelUnknown = 'only the gateway knows which model it asked for'
export const bytesUnknown = 'only the gateway knows the bytes that it sent'
export const noOpening = 'the file lacks the value that opens the commitment'
export const otherThanCommitted = 'the enclave signed for other bytes than the receipt commits to'
export const otherBytes = 'the enclave signed for other bytes than these'
export const signature = 'the signature'
export const signedText = 'the signed text is not model:request:response'
export const signedBy = (named: string, key: string) => `${named} signed the answer, and not ${key}`
export const anAttestedKey = 'an attested key'
export const attestedKeyDidNot = 'the attested key did not sign the answer'
export const modelByRelay =
  'only the machine that passed the question on says which model the signed model is'
export const otherRequest = 'the enclave signed for another request than was sent'
export const otherAnswer = 'the enclave signed other bytes than this answer has'
export const noSignature = 'svc carries no signature of the enclave'
export const repositoryNotAccepted = (repository: string) =>
  `the repository ${repository} is not accepted`
export const chipCertificate = 'a certificate of the chip'
export const bodyEncryption = 'enclaves of this kind do not take this encryption of bodies'
export const wordsAlone =
  'the file holds the words of the answer, and not the bytes that the enclave signed for'
export const svcNotLast = 'these are not the bytes as they came: "svc" does not stand last in them'
export const translated =
  'the gateway translated the answer: these are not the bytes that the enclave sent'
export const noneAnnounced = 'no announced receipt'
export const nothingWhole = 'nothing whole'
export const saidBy = { nvidia: 'NVIDIA’s opinion:', provider: 'the provider’s claim:' } as const
export const said = { pass: 'yes. ', fail: 'no. ', 'not-proven': '' } as const
export const notReadToEnd = 'the answer was not read to its end'
