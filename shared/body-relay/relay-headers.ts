/** Headers of a relayed body that say what the gateway may not read in it. */
export const bodyRelayHeaders = {
  /** A `BodyScheme`. */
  scheme: 'x-e2ee-scheme',
  /** Name of the model in the gateway's catalogue. */
  model: 'x-e2ee-model',
  /** `chat`, where it is left out, or `embeddings`. */
  endpoint: 'x-e2ee-endpoint',
  /** Where fields are encrypted: the key that the answer is encrypted to, and the one that the request was. */
  clientKey: 'x-client-pub-key',
  modelKey: 'x-model-pub-key',
  /** Of `chutes-1`: `true` or `false`, since nobody on the way can read it. */
  stream: 'x-e2ee-stream',
} as const
