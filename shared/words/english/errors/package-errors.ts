// What the package says when an answer does not verify, or cannot be asked for.

export const modelRequired = 'model is required'
export const signsNothing =
  'The enclave of this model signs no answers. Ask for at least `e2ee`: then the answer opens for you alone.'
export const noneVerified = 'No enclave of this model passed the checks, so nothing was sent.'
export const notWhole = 'The answer is not whole.'
export const severalAnswers = 'The text holds several answers.'
export const earlierAnswer = 'an earlier answer came with this receipt'
export const noEnclaveReceipt = 'no receipt of an enclave came with the answer'
export const noReceipt = 'The answer carries no receipt of an enclave.'
export const otherEvidence = 'this is not the evidence that the answer names'
export const weaker = (mode: string, atLeast: string) =>
  ` The answer came in mode ${mode}, and you asked for at least ${atLeast}.`
export const notChecked = (what: string) => ` Not checked: ${what}.`
export const namedSigner = 'The signer that you named'
export const unreachable = 'The gateway cannot be reached.'
export const plainHttp =
  "The gateway's address begins with http, so others on the way can read and change what is sent. Use https, or plainHttp: 'accept'."
export const redirects = 'The gateway redirects: name the address that it leads to.'
export const brokeOff = 'The gateway broke off in the middle of an answer.'
export const future = 'the date of the evidence is in the future'
export const address = 'an address is 0x and 40 hex digits'
export const notServed = (method: string, path: string, served: string) =>
  `This fetch cannot verify ${method} ${path}, so nothing was sent. It serves POST ${served}.`
export const body = (reason: string) => `The gateway cannot accept the body: ${reason}`
export const shownMode =
  'shown_mode is one of the four modes, and the same in the body and in x-svc-shown-mode.'
export const demandsMore = (mode: string, atLeast: string) =>
  `The request demands ${mode}, and this fetch asks for ${atLeast}, so nothing was sent. Set atLeast to ${mode}.`
