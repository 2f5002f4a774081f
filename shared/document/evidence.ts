/**
 * What a gateway showed of an enclave, kept so that somebody else can judge it without asking again.
 * Texts are as they came: what is digested is never written anew.
 */
export interface Evidence {
  readonly type: 'countersign-evidence/1'
  /** 64 lowercase hex digits, drawn by whoever asked. */
  readonly nonce: string
  /** ISO 8601 UTC: when it was fetched, by the word of whoever did. */
  readonly fetchedAt: string
  /** Answer of `GET /api/e2ee/key?model=&nonce=`, JSON text. */
  readonly offer: string
  /** Answer of `GET /api/e2ee/session?model=&id=&collateral=1`, JSON text, where the enclave's receipt names one. */
  readonly session?: string
}
