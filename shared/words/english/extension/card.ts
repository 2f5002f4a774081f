/** The card of an answer: in the page, and on the extension's own page of the answer. */
export const cardWords = {
  badge: (label: string, sentence: string) => `Countersign: ${label}. ${sentence}`,
  notProven: 'Not proven',
  notProvenEither: 'Not proven either',
  missing: 'What would complete the check',
  howItCame: 'How it came',
  evidence: 'Evidence',
  technical: 'Technical fields',
  details: 'Details',
  exportReceipt: 'Export receipt',
  check: 'Check',
  checkTitle:
    'Opens the gateway’s page /verify with this question and answer. No server is sent the words.',
  readAsSigned: 'Read it as signed',
  copyEvidence: 'Copy as evidence',
  copyLink: 'Copy share link',
  copied: 'Copied',
  notCopied: 'The browser did not copy it',
  discloseAnswer: 'Disclose the answer only',
  disclosePrompt: 'Disclose the question only',
  everything: 'All about this answer',
  modelAt: (model: string, time: string) => `Model ${model}, ${time}`,
  pagesOwn:
    'A page draws its words as it likes, and could draw a badge like this one. “Read it as signed” opens the signed words on a page of the extension.',
  staysValid: (time: string) => `The receipt stays valid: it proves what was so on ${time}.`,
  sendsUntil: (time: string) =>
    `Your browser checked this enclave and may encrypt to it until ${time}. Then your browser checks again.`,
  notCheckedHere: 'Your browser has not checked this enclave, so it will not encrypt to it.',
  noEncryption: 'Encryption: not available for this model.',
} as const
