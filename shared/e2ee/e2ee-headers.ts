/** Headers of an encrypted request (PROTOCOL.md §7). */
export const e2eeHeaders = [
  'x-e2ee-version',
  'x-client-pub-key',
  'x-model-pub-key',
  'x-e2ee-nonce',
  'x-e2ee-timestamp',
] as const
