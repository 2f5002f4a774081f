/** What the gateway says about a request that its sender encrypted, or should have encrypted. */
export const encryptedRequestErrors = {
  oneOfSchemes: (schemes: string) => `X-E2EE-Scheme must be one of ${schemes}.`,
  onlyChat: 'X-E2EE-Endpoint must be chat.',
  chatOrEmbeddings: 'X-E2EE-Endpoint must be chat or embeddings.',
  missing: (name: string) => `${name} is missing.`,
  lowercaseHex: (name: string, digits: number) => `${name} must be ${digits} lowercase hex digits.`,
  trueOrFalse: (name: string) => `${name} must be true or false.`,
  noVersion: 'X-E2EE-Version is missing.',
  otherVersion: 'X-E2EE-Version must be 2.',
  nonce: 'X-E2EE-Nonce must be 64 hex digits.',
  timestamp: (seconds: number) =>
    `X-E2EE-Timestamp must be in Unix seconds, within ${seconds} seconds of now.`,
  clientKey: 'X-Client-Pub-Key must be a hex key on the curve of X-Model-Pub-Key.',
  notEncrypted: 'The request must have content, and all content must be encrypted.',
  noModel: 'The body must name the model by the "upstream_model" of GET /api/e2ee/key.',
  inClear: 'A field of the request is not encrypted.',
  onlyStreams: 'This enclave answers only with a stream. Send "stream": true.',
  nonceUsed: 'An earlier request used this nonce.',
  otherKey:
    'X-Model-Pub-Key is not a key of a verified enclave of this model. GET /api/e2ee/key returns one.',
  newKey: 'The enclave has a new key. GET /api/e2ee/key returns the key.',
} as const
