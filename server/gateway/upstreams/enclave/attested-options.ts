import type { UpstreamTimeouts } from '../../common/upstream-adapter.ts'

/** How an enclave is reached, whatever it speaks. */
export interface AttestedOptions {
  readonly id: string
  /** With `/v1`. */
  readonly baseUrl: string
  readonly key: string | null
  /** PEM of certificate authorities known beside the built-in ones. */
  readonly authorities: readonly string[]
  readonly timeouts: UpstreamTimeouts
  /** Longest buffered answer. */
  readonly answerBytes: number
  /** Longest use of one attestation, in seconds. */
  readonly sessionSeconds: number
  readonly nowSeconds: () => number
  readonly monotonicMs: () => number
}
