import type { Upstream } from '../upstream.ts'

/**
 * An enclave that speaks ACI. This gateway cannot verify one yet, so the route is never available:
 * a model that only an enclave serves is refused with `attestation_unavailable`.
 */
export function createAci({ id }: { readonly id: string }): Upstream {
  return {
    id,
    mode: 'tee',
    availability: () => ({
      available: false,
      kind: 'unverified',
      reason: 'this gateway cannot verify an enclave yet',
    }),
    send: () => {
      throw new Error('an unverified enclave is never sent a request')
    },
    close: () => Promise.resolve(),
  }
}
