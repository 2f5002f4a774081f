/** A part of the proof that was not checked, as in "… was not checked", and what would let it be. */
export const missingWords = {
  signer: {
    what: 'who signed',
    suppliedBy: 'the gateway that you used, or its signing address',
  },
  prompt: {
    what: 'the question',
    suppliedBy: 'the messages of the request, and the salt of the prompt',
  },
  response: {
    what: 'the answer',
    suppliedBy: 'the answer as it came, and the salt of the response',
  },
  notOpenedPrompt: {
    what: 'whether this is the signed question (it did not open)',
    suppliedBy: 'the request as it was sent, letter for letter',
  },
  notOpenedResponse: {
    what: 'whether this is the signed answer (it did not open)',
    suppliedBy:
      'the answer as it came over the network: what curl prints, or the raw response of your library',
  },
  enclave: {
    what: 'the enclave',
    suppliedBy: 'its evidence, from the time and the keys of this answer',
  },
  software: {
    what: 'what the enclave runs',
    suppliedBy: 'reference values from somebody who built its software again',
  },
  day: {
    what: 'whether the enclave was the same when it answered',
    suppliedBy: 'evidence from the day of the answer',
  },
  enclaveReceipt: {
    what: 'what the enclave itself signed',
    suppliedBy: 'the whole answer as it came, with the enclave’s receipt in it',
  },
  bytes: {
    what: 'that the enclave signed exactly this answer',
    suppliedBy: 'the whole answer as it came: this file does not hold its bytes',
  },
  session: {
    what: 'the host behind the enclave',
    suppliedBy: 'its own evidence, in the session document that the enclave’s receipt names',
  },
  model: {
    what: 'whether the signed model is the one that was asked',
    suppliedBy: 'the model of the request, and what the gateway’s traits stand for',
  },
  rest: { what: 'a part of the proof', suppliedBy: 'the whole answer as it came' },
} as const
