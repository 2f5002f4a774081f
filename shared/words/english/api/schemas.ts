/** What members, headers and answers of the API mean. */
export const schemaWords = {
  shownMode:
    'The same as `shown_mode` of the body, for tools that cannot change the body. Two different values are a 400.',
  release: 'Asks the gateway to hold an enclave’s answer back until its receipt has verified.',
  version: 'Version of the encryption.',
  clientKey: 'Key of the client, lowercase hex.',
  enclaveKey: 'Key of the enclave, lowercase hex.',
  nonce: 'Fresh for each request.',
  time: 'Unix seconds, within 300 seconds of the gateway’s clock.',
  obfuscation:
    'Hides the lengths of a stream’s events. Remove the member `obfuscation` from each event before you digest it.',
  mode: 'The mode in which the gateway delivers the answer.',
  receipt: 'The digest of the receipt; absent with a stream.',
  completion:
    'The provider’s completion, byte for byte, with `svc` as its last member. In a stream, `svc` is in the event that finishes the first choice.',
  stream:
    'With `"stream": true`: server-sent events. Each has one `data` line with a chunk of the completion as JSON. `data: [DONE]` ends the stream. A stream that breaks off ends with an `error` event, and without `[DONE]`.',
  count: 'The count, as the provider said it.',
  promptMode: 'The mode in which the provider read the prompt.',
  metrics: 'Counters and histograms. None of them tells anything about a caller.',
  vectors: 'The provider’s vectors, byte for byte, with `svc` as its last member.',
  message:
    'The provider’s message, byte for byte, with `svc` as its last member. In a stream, `svc` is the last member of the data of `message_stop`.',
  response:
    'The provider’s response, byte for byte, with `svc` as its last member. In a stream, `svc` is the last member of `response` in `response.completed` or `response.incomplete`.',
} as const
