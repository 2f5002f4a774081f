/** What it means that a check failed, by the check's id. */
export const failureWords = {
  'receipt.digest': 'The receipt was altered after it was signed.',
  'receipt.signature': 'The signature is not by the address that the receipt names.',
  'receipt.time': 'The time in the receipt is in the future.',
  'receipt.model': 'The receipt is for another model than the one that was asked.',
  'receipt.enclave':
    'The receipt names an enclave although its mode has none, or names none although its mode needs one.',
  'svc.mode': 'The answer shows another privacy mode than the signed one.',
  'svc.label': 'The label shown on the answer does not belong to the signed mode.',
  'svc.digest': 'The answer names another receipt than the one it carries.',
  'commitment.prompt': 'The receipt is for other messages than these.',
  'commitment.response': 'The receipt is for another answer than this one.',
  'evidence.format': 'The evidence of the enclave cannot be read.',
  'quote.root': 'The enclave’s proof does not lead to the maker of the processor.',
  'quote.report-data': 'The enclave’s proof is for another question or for other keys.',
  'enclave-receipt.response': 'The enclave signed for another answer than this one.',
  'enclave-receipt.signature': 'The enclave did not sign the receipt that is shown for it.',
  'enclave.signed': 'The gateway signed for another enclave than this one.',
} as const

/** Where the sentence needs a name. */
export const otherFailureWords = {
  signer: (signer: string) =>
    `${signer} did not sign this receipt, or not at its time. If another gateway signed it, name that gateway.`,
  claim: (claim: string) => `This does not hold: “${claim}”`,
} as const
