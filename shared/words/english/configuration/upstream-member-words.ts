/** What each member of an upstream means, as the configuration’s schema says it. */
export const upstreamMemberWords = {
  simulatedRoot: 'PEM of the root of the simulation. Its answers are labelled as simulated.',
  mode: 'private: you run the upstream, or trust its operator to keep nothing. anonymized: a third party runs the upstream.',
  dialects:
    'Dialects that the upstream speaks: chat (/chat/completions), embeddings, messages (Anthropic’s), responses. The gateway translates the others to chat where it can. Default: chat and embeddings.',
  simulatedSigstore:
    'Address of the service that tells who signed the program of the simulated enclave.',
  simulatedChip: 'PEM of the root of the simulated chip of AMD’s kind.',
  simulated: 'The gateway labels its answers as simulated.',
  pccs: 'Base address of a PCCS. Default: Intel’s own service.',
  collateralFile:
    'File with the collateral, for a gateway without internet. Replaces collateral_url.',
  authorities: 'PEM of certificate authorities known beside the built-in ones.',
  sessionSeconds: (usual: number) => `Longest use of one attestation. Default ${usual}.`,
  simulatedProcessor: 'PEM of the root of the simulated processor.',
  simulatedGpus: 'PEM of the root of the simulated GPUs.',
  asksNvidia:
    'The service learns which machine you ask about, and when. The gateway keeps the opinion of the service with the evidence. The opinion decides nothing.',
  nvidia: (learns: string) =>
    `Whether the gateway asks NVIDIA’s service about the GPUs, once a session. ${learns} Default: false.`,
  nvidiaAddress: (learns: string) =>
    `Base address of a service like NVIDIA’s. The gateway asks the service about the GPUs once a session. ${learns} Default: the gateway asks no service.`,
  pinnedAt: 'When these values were pinned.',
  pinSource: 'Where the values are from, in your words.',
  pins: 'Machines of which one must run; npm run admin -- attest writes them. Default: its provider alone says what runs.',
  repository:
    'Whose signed release must run, as owner/name on GitHub: tinfoilsh/confidential- and the model.',
  router:
    'Whether this is Tinfoil’s router. The router reads each question, and passes the question on to a machine that only the router checks. Default false.',
  chute: 'The chute_id of the model, as https://llm.chutes.ai/v1/models lists it.',
  id: 'Your name for the upstream: lowercase letters, digits and hyphens.',
  baseUrl: 'Base address with http:// or https://, and with /v1 where the upstream has it.',
  apiKey: "The upstream's bearer key.",
  apiKeyEnv: 'Name of an environment variable that holds the key.',
  models: 'Catalogue id → name of the model at this upstream.',
  weight:
    'The share of the requests that this upstream gets, among the upstreams that serve a model in the same mode. 0: only while no other upstream can serve. Default 1.',
  cacheSalt:
    'Whether the upstream takes the member cache_salt, as vLLM does, to keep the cached prompts of callers apart. Each caller then gets a salt. Not for anonymized. Default: false.',
  countsTokens:
    'Whether the upstream counts the tokens of a request at /messages/count_tokens. Only for an enclave that runs the model itself, over TLS. Default: false.',
  timeout: (usual: number) =>
    `Longest silence, before the first byte and between bytes. Also the longest time for the body of a whole answer. Default ${usual}.`,
  connectTimeout: (usual: number) =>
    `Longest wait for a connection. Default ${usual}, or timeout_ms where that is less.`,
  headTimeout: 'Longest wait for the head of an answer. Default: timeout_ms.',
  silence: 'Longest silence within an answer. Default: timeout_ms.',
} as const
