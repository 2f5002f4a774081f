/** Paths of an enclave's service that have receipts, by what they are asked (PROTOCOL.md §1). */
export const enclaveEndpoints = {
  chat: '/v1/chat/completions',
  embeddings: '/v1/embeddings',
} as const

export type EnclaveEndpoint = keyof typeof enclaveEndpoints
