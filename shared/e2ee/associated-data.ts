/** What a field's encryption is bound to, the same for every field of an exchange. */
export interface ExchangeBinding {
  readonly algo: string
  /** The request's `model`, exactly. */
  readonly model: string
  /** 64 hex digits, as sent in the header. */
  readonly nonce: string
  /** Unix seconds. */
  readonly timestamp: number
}

/** Associated data of a request's field (PROTOCOL.md §7.2): the members stand in JCS order. */
export function requestAssociatedData(binding: ExchangeBinding, field: string): string {
  const { algo, model, nonce, timestamp: ts } = binding
  return JSON.stringify({ algo, field, model, nonce, purpose: 'aci.e2ee.request.v2', ts })
}

interface ResponsePlace {
  readonly field: string
  /** `id` of the body or of this very chunk; empty when absent. */
  readonly id: string
}

export function responseAssociatedData(binding: ExchangeBinding, place: ResponsePlace): string {
  const { algo, model, nonce, timestamp: ts } = binding
  const { field, id } = place
  return JSON.stringify({ algo, field, id, model, nonce, purpose: 'aci.e2ee.response.v2', ts })
}
