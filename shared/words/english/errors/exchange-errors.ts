// What extension, package and proxy say when an encrypted question is refused, or its answer does not verify.

export const eventNotOpened = 'an event of the answer could not be decrypted'
export const onlyChats = 'this enclave takes only chats'
export const brokenOff = 'The connection broke in the middle of the answer. Ask again.'
export const noEnd = 'the answer has no end'
export const endless = 'The gateway’s answer is too long.'
export const modelRequired = 'model is required'
export const repeats = (field: string) =>
  `Encryption cannot hide "${field}", which repeats the content in clear.`
export const tools =
  'Encryption cannot hide tools: definitions, calls and results would leave in clear.'
export const cannotHide = (param: string) =>
  `Encryption cannot hide "${param}": it would leave in clear.`
export const otherEnclave = 'Another kind of enclave serves this model now. Ask again.'
export const noneVerified = 'No enclave of this model passed the checks, so nothing was sent.'
export const refused = (status: number, why: string) =>
  `The gateway refused with status ${status}${why}`
export const tooLongToHold = 'the answer is too long to be held back'
export const dialect = (code: string, reason: string) =>
  `The answer cannot be written in this dialect (${code}): ${reason}.`
export const notEstablished = 'a check could not be made'
export const notVerified = (outcome: string) =>
  `The answer is not verified (${outcome}). Do not rely on it.`
export const notServed = 'This program could not serve the request.'
export const enclaveNotVerified = 'the enclave is not verified'
