/** Why a file cannot be judged: what it is, or which part is missing. */
export const fileWords = {
  tooLarge: (kibibytes: number) =>
    `This is larger than ${kibibytes} KiB, which no receipt or answer is. It was not read. From a larger export, save the disclosure of one answer in the extension.`,
  unrecognised:
    'This is nothing that can be checked. Bring an answer, a receipt, a stream, a {"request", "response"}, a disclosure, an export, or a link.',
  notUtf8: 'It is not text in UTF-8.',
  notJson: 'It is not JSON either.',
  empty: 'There is nothing in it.',
  tooManyLines: (most: number) => `This has more than ${most} lines of JSON, so it was not read.`,
  tooMuch: (problem: string) => `It was not read: ${problem}.`,
  unreadable: (problem: string) => `It cannot be read: ${problem}.`,
  cutOff: 'The JSON is cut off: a part is missing.',
  brokenJson: 'It looks like a receipt, an answer or a file of them, but its JSON is broken.',

  otherJson: 'This JSON is no answer, receipt, disclosure or export.',
  requestAlone: 'The file holds a request and no answer.',
  evidence:
    'This is the evidence of an enclave. Bring the answer first, and then add this evidence to the answer.',
  bodyAlone: 'This is the body of a receipt without its digest and its signature.',
  otherDisclosure: 'This program does not know this version of a disclosure.',
  noSvc: 'This is an answer without "svc": no receipt came with it.',
  refusal: (code: string) =>
    `This is a refusal (${code}): it carries no answer, so there is nothing to check.`,
  noReceipt: 'The receipt is missing.',
  missing: (of: string, members: string) => `A part of ${of} is missing: ${members}.`,
  theReceipt: (where: string) => `the receipt${where}`,
  theBody: (where: string) => `the receipt’s body${where}`,

  streamError: 'The stream ended with an error, so nothing in it is proven.',
  tooManyEvents: (most: number) => `This stream has more than ${most} events, so it was not read.`,
  noData: 'There is no data in this stream.',
  twoSvc: 'More than one event of the stream carries "svc".',
  streamWithoutSvc: 'The stream is whole and carries no "svc": no receipt came with it.',
  streamCut: 'The stream was cut off before its receipt, so nothing in it is proven.',
  streamWithoutAnswer: 'The stream carries a receipt and no answer.',

  exportInLine: 'This line is an export of the extension. Bring the export as a file of its own.',
  otherExport: 'This program does not know this version of an export.',
  emptyExport: 'This is an export of the extension without any answer: there is nothing to check.',
  theExport: 'the export',
  answer: (number: number) => `answer ${number}`,
  ofAnswer: (number: number) => ` of answer ${number}`,
  unreadableAnswer: (number: number, problem: string) =>
    `Answer ${number} of the export cannot be read: ${problem}.`,
} as const
