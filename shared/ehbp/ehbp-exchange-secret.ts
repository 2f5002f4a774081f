/** What both ends of one exchange know of each other, and nobody between them. Whoever has it can write the answer, too. */
export interface EhbpExchangeSecret {
  /** 32 bytes, which travel beside the request. */
  readonly encapsulatedKey: Uint8Array
  /** 32 bytes, exported from the request's encryption. */
  readonly exported: Uint8Array
}

/** Length of the exported secret, in bytes. */
export const exportedBytes = 32
