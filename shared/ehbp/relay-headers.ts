/** Headers of a relayed body that say what the gateway cannot read in it, and its one known scheme. */
export const bodyRelayHeaders = {
  scheme: 'x-e2ee-scheme',
  /** Name of the model in the gateway's catalogue. */
  model: 'x-e2ee-model',
  /** `chat`, where it is left out, or `embeddings`. */
  endpoint: 'x-e2ee-endpoint',
} as const

export const ehbpScheme = 'ehbp-1'
