/**
 * Who vouches for the host of the model behind the enclave that answered: `none` when that enclave is
 * the host itself, `established` when its own evidence was judged, else its provider.
 */
export type SecondHop = 'none' | 'established' | 'the provider’s claim'
