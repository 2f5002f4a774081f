const routes = (count: number) => `${count} ${count === 1 ? 'route' : 'routes'}`

/** What a gateway does not promise, for `/api/limits` and `/limits/`: `because` is the fact that makes it so now. In the order in which they are shown. */
export const limitsStatementWords = {
  'gateway-reads': {
    text: 'This gateway holds your question and the answer in memory while it serves them, except with end-to-end encryption. It is written to store neither; no proof of that exists.',
    because: 'The gateway does not run in an enclave.',
  },
  'operator-could-swap': {
    text: 'The operator of this gateway could run a changed program. A receipt proves who signed, not which program signed.',
    because: 'The gateway’s own process holds the signing key.',
  },
  'private-is-a-promise': {
    text: 'In private mode, the operator of the model could read and keep your question. The operator promises to keep none of it; no proof of that exists.',
    because: (count: number) => `This gateway has ${routes(count)} in private mode.`,
  },
  'anonymized-is-read': {
    text: 'In anonymized mode, a third party reads your question and may keep it. The gateway does not say who asked, but your question may.',
    because: (count: number) => `This gateway has ${routes(count)} in anonymized mode.`,
  },
  'enclaves-unverified': {
    text: 'Some enclaves could not be verified just now. The gateway refuses a model that has no other route. If a model has a weaker route, the gateway uses the weaker route and its weaker mode.',
    because: (count: number, all: number) =>
      `Of ${routes(all)} to enclaves, ${count} could not be verified just now.`,
  },
  'pins-broken': {
    text: 'Some enclaves run other software than was accepted beforehand. The gateway sends nothing to these enclaves until somebody accepts that software.',
    because: (count: number, all: number) =>
      `Of ${routes(all)} to enclaves, ${count} ${count === 1 ? 'runs' : 'run'} software that is not accepted.`,
  },
  'enclave-simulated': {
    text: 'A simulated enclave proves nothing about hardware. Its answers are labelled as simulated, and verifiers do not count them as verified.',
    because: (count: number, all: number) =>
      `Of ${routes(all)} to enclaves, ${count} ${count === 1 ? 'leads' : 'lead'} to a simulated enclave.`,
  },
  'enclave-limits': {
    text: 'A verified enclave runs software that somebody accepted beforehand, on a processor that its maker vouches for. That does not prove that the software is right, or which weights the model has.',
    because: (count: number) => `This gateway has ${routes(count)} to enclaves.`,
  },
  'programs-claimed': {
    text: 'Some enclaves start their programs after they were measured. The evidence shows a genuine enclave and who signed the answer. Which programs run beside the model, and may read along, is the provider’s claim.',
    because: (count: number, all: number) =>
      `Of ${routes(all)} to enclaves, ${count} ${count === 1 ? 'gets its' : 'get their'} programs after the measurement.`,
  },
  'nothing-pinned': {
    text: 'The operator of this gateway accepted no measurements of some enclaves. Their provider can change the software there between two answers.',
    because: (count: number, all: number) =>
      `Of ${routes(all)} to enclaves, ${count} ${count === 1 ? 'has' : 'have'} no pinned measurements.`,
  },
  'gpus-elsewhere': {
    text: 'Processor and GPUs of such an enclave signed the same number. That does not prove that they stand in one machine, or that firmware and settings of the GPUs are good.',
    because: (asked: number) =>
      asked === 0
        ? 'Nothing in the hardware joins them, and NVIDIA’s service is not asked.'
        : 'Nothing in the hardware joins them. What NVIDIA’s service says is an opinion, and decides nothing.',
  },
  'nvidia-asked': {
    text: 'The gateway asks NVIDIA’s service about the GPUs of some enclaves. NVIDIA learns which machines this gateway uses, and when. NVIDIA learns nothing about you or your questions.',
    because: (count: number) => `nvidia_opinion is on for ${routes(count)} to enclaves.`,
  },
  'pieces-unnumbered': {
    text: 'The pieces of an encrypted stream from Chutes have no numbers. Whoever carries the stream can leave out, repeat or move a piece, and nobody finds that. The number of tokens in an answer travels in clear.',
    because: (count: number, all: number) =>
      `Of ${routes(all)} to enclaves, ${count} ${count === 1 ? 'leads' : 'lead'} to Chutes.`,
  },
  'hardware-attacks': {
    text: 'Whoever holds the machine can attack its processor. Published attacks with a probe on the memory bus (TEE.fail, WireTap, Battering RAM) recover attestation keys on current servers. A host can also watch side channels. The makers of processors do not count physical attacks, and the evidence does not show them.',
    because: (count: number) => `Somebody else holds the machines of ${routes(count)} to enclaves.`,
  },
  'deployment-not-machine': {
    text: 'The gateway verifies a deployment, not one machine. All machines of the deployment share their keys, and so do the later versions that its key management starts.',
    because: 'A key management gives these enclaves their keys, for the whole deployment.',
  },
  quantum: {
    text: 'A future quantum computer could open what somebody records today. Neither the encryption to enclaves nor TLS to them withstands it.',
    because: 'E2EE version 2 agrees on keys with X25519 or secp256k1.',
  },
  'second-hop': {
    text: 'An enclave that forwards sends your question to another company’s enclave, which reads the question too. If the receipt names no evidence of the second enclave, that enclave is the provider’s claim. The answer says so.',
    because: (count: number, all: number) =>
      `Of ${routes(all)} to enclaves, ${count} may forward to another enclave.`,
  },
  'answers-passed-on': {
    text: 'Some enclaves are reached through another company, which passes encrypted questions and answers on. Without the enclave’s signature, nothing proves that the enclave wrote an answer, or got your question.',
    because: (count: number) =>
      `Of the routes to enclaves, ${count} ${count === 1 ? 'leads' : 'lead'} through another company.`,
  },
  'e2ee-in-clear': {
    text: 'End-to-end encryption hides the contents of messages. In the question, these travel in clear: model, roles, sampling parameters, tool definitions and tool calls. In the answer: tool calls, refusals, log probabilities, annotations and the transcript of audio. Whoever steals the enclave’s key can open what was recorded before.',
    because: 'This holds for enclaves that speak E2EE version 2.',
  },
  'streams-flow': {
    text: 'You see a stream from an enclave while it comes, over a channel that ends in the enclave. Until the enclave’s receipt is verified, at the end, the stream is provisional.',
    because: 'stream_release is "flow". Send x-svc-release: proven to wait for the receipt.',
  },
  'traffic-shape': {
    text: 'Whoever watches a connection sees when something is sent, and how long it is; encryption hides neither. The gateway pads the events of a stream to a few lengths, unless the request turns padding off. Their number and their times stay visible, and so does the length of everything else.',
    because: 'The gateway pads streams and nothing else, and passes streams on as they come.',
  },
  translated: {
    text: 'If an upstream does not speak the dialect of a request, this gateway translates the request and the answer. Such an answer says “translated”. The receipt covers the answer you got; an enclave signed the answer before the translation.',
    because: (count: number) => `The upstreams of ${routes(count)} do not speak every dialect.`,
  },
  'several-providers': {
    text: 'Several upstreams serve some models in the same mode. If one upstream is busy or broken, the gateway asks the next. Each of them may have read the question, and may bill it. The receipt is for the answer you got.',
    because: (count: number) =>
      `This gateway has ${routes(count)} beside another route of the same model and mode.`,
  },
  'demo-model': {
    text: 'Answers of the demo come from a small built-in program, not from a language model.',
    because: 'No upstream is configured, so the built-in demo upstream serves.',
  },
  'not-sealable': {
    text: 'Some models are served by no enclave.',
    because: (count: number, all: number) => `${count} of ${all} models have no enclave route.`,
  },
  uncensored: {
    text: 'Uncensored models answer without the usual refusals. Your plan changes which models you may ask, and not how private they are.',
    because: (count: number) =>
      `This gateway has ${count} ${count === 1 ? 'model' : 'models'} with an uncensored policy.`,
  },
  'receipt-not-truth': {
    text: 'A receipt says which answer was delivered to which messages, in which mode. A receipt does not say that the answer is right, or that the named model is the model that ran.',
    because:
      'Receipts cover messages and answers. They do not cover what a provider says about itself.',
  },
  unlinkability: {
    text: 'This gateway can count together the requests of one key, or of one address within a minute. For a key, it keeps the number and length of requests for each model and day, for 31 days.',
    because: (perMinute: number) =>
      `This gateway limits callers without a key to ${perMinute} requests a minute.`,
  },
  'proxy-sees-addresses': {
    text: 'A proxy in front of this gateway sees your address. If TLS ends at the proxy, it sees what you send.',
    because: 'TRUST_PROXY is set.',
  },
  'retired-signers': {
    text: 'Older receipts are signed by an address that is no longer in use. Use the address that was in use when the receipt was signed.',
    because: (count: number) =>
      `This gateway has ${count} retired ${count === 1 ? 'signer' : 'signers'}.`,
  },
} as const
