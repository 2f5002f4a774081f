/** `svc.why`: why no stronger mode served, and what of the request did not reach the model. */
export interface Why {
  readonly code: 'no_enclave_route' | 'enclave_unavailable' | 'private_unavailable' | 'left_out'
  readonly message: string
  /** Members of the request, as in `messages[].name`. */
  readonly left_out?: readonly string[]
}
