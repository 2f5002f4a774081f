/** What each operation of the API does, in `/openapi.json` and `/docs`. */
export const operationWords = {
  embeddings: 'Turn texts into vectors',
  embeddingsMore:
    'OpenAI’s embeddings, for models whose `task` is `embeddings`. The receipt covers `input`, and `data` as delivered. Name the `encoding_format` that you keep: OpenAI’s own clients ask for base64, and unpack it.',
  messages: 'Answer a list of messages in Anthropic’s dialect',
  messagesMore:
    'Anthropic’s messages, buffered or streamed. Where the provider does not speak them, the gateway translates them to chat and back. The receipt covers `{"messages","system"}` as sent, with null for an absent member, and `content` as delivered. The key may come as `x-api-key`. Errors have Anthropic’s shape, with `code` in them.',
  countTokens: 'Count the tokens of a list of messages',
  countTokensMore:
    'The provider that would answer counts, if the operator configured `counts_tokens`. Otherwise the answer is 404. The provider reads the prompt as for an answer, in the mode that `x-svc-mode` says. Nobody signs the count: `x-svc-receipt` is `none`.',
  responses: 'Answer an input in the dialect of OpenAI’s responses',
  responsesMore:
    'OpenAI’s responses, buffered or streamed. Where the provider does not speak them, the gateway translates them to chat and back. The gateway keeps nothing, so `store` comes back as false. Members that need a store (`previous_response_id`, `conversation`, `background`, `prompt`), and tools of a server, are 400 `unsupported_parameter`. The receipt covers `{"input","instructions"}` as sent, with null for an absent member, and `output` as delivered.',
  providersCode: 'the provider’s own code for a refusal of this request',
  chat: 'Answer a list of messages',
  chatMore:
    'OpenAI’s chat completions, buffered or streamed. Every answer carries `svc`: the mode of its delivery, and a signed receipt. The gateway forwards all other members of the request.',
  e2ee: 'end-to-end encryption',
  e2eeKey: 'Show the key of the enclave, which clients encrypt to',
  e2eeKeyMore:
    'With a `nonce`, you also get the enclave’s report and the collateral. They let you verify the key before you encrypt to it.',
  e2eeSession: 'Show how an aggregator verified the host of a model',
  evidence: 'Show the evidence by which the gateway verified an enclave',
  evidenceMore:
    'The file that `svc.evidence` names by its SHA-256, for providers that have their own protocol. The gateway keeps the file for 90 days.',
  relay: 'Pass an encrypted request to the enclave',
  relayMore:
    'Send the five headers of E2EE v2, and a body with encrypted contents. The body is that of a chat completion, or of embeddings (`input` and no `messages`). The enclave’s bytes come back unchanged, with `svc` added. With `X-E2EE-Scheme: ehbp-1` the whole body is encrypted both ways (PROTOCOL.md §12.3), with `near-2` the fields of a chat (§12.4). With `venice-1` the contents of messages are encrypted (§12.5).',
  models: 'List the models, each with the mode it would be delivered in now',
  traits: 'List the stable names that outlive a model',
  model: 'Describe one model',
  limits: 'Show the signing address, and what the gateway does not promise',
  limitsMore:
    'The gateway computes this statement from its running system. A verifier takes the signing address from here, never from a receipt.',
  metrics: 'Show operational metrics as Prometheus text',
  alive: 'Say that the process is alive',
  ready: 'Say whether store, Redis and signer can be used',
  readyMore:
    'The answer names enclaves that the gateway refuses, with the checks that did not pass. Other routes serve meanwhile.',
  makeKey: 'Make a key; the gateway shows it once',
  plan: 'Show the plan of the key that asks',
  usage: 'Show what the key that asks used, by day and model',
  usageMore:
    'The answered requests of the last 31 days, and their tokens as providers count them. Where a provider does not count, the gateway estimates by length. The gateway keeps nothing else about requests, and deletes this with the key.',
  rotateKey: 'Replace the key that asks; the old key ends at once',
  revokeKey: 'Revoke the key that asks',
  redeem: 'Upgrade the key that asks with a voucher',
} as const
