/** What the package says when an answer does not verify, or cannot be asked for. */
export const packageErrors = {
  modelRequired: 'model is required',
  signsNothing:
    'The enclave of this model signs no answers. Ask for at least `e2ee`: then the answer opens for you alone.',
  noneVerified: 'No enclave of this model passed the checks, so nothing was sent.',
  notWhole: 'The answer is not whole.',
  severalAnswers: 'The text holds several answers.',
  earlierAnswer: 'an earlier answer came with this receipt',
  noEnclaveReceipt: 'no receipt of an enclave came with the answer',
  noReceipt: 'The answer carries no receipt of an enclave.',
  otherEvidence: 'this is not the evidence that the answer names',
  weaker: (mode: string, atLeast: string) =>
    ` The answer came in mode ${mode}, and you asked for at least ${atLeast}.`,
  notChecked: (what: string) => ` Not checked: ${what}.`,
  namedSigner: 'The signer that you named',
  unreachable: 'The gateway cannot be reached.',
  redirects: 'The gateway redirects: name the address that it leads to.',
  brokeOff: 'The gateway broke off in the middle of an answer.',
  future: 'the date of the evidence is in the future',
  address: 'an address is 0x and 40 hex digits',
  notServed: (method: string, path: string, served: string) =>
    `This fetch cannot verify ${method} ${path}, so nothing was sent. It serves POST ${served}.`,
  body: (reason: string) => `The gateway cannot accept the body: ${reason}`,
  shownMode:
    'shown_mode is one of the four modes, and the same in the body and in x-svc-shown-mode.',
  demandsMore: (mode: string, atLeast: string) =>
    `The request demands ${mode}, and this fetch asks for ${atLeast}, so nothing was sent. Set atLeast to ${mode}.`,
} as const
