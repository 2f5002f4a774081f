/** Who signed, by where a page has the address from. */
export const signerNameWords = {
  somebody: 'Somebody',
  addressTyped: 'The address you typed',
  drillKey: 'A key made for this demonstration',
  exampleKey: 'A key made for this example',
  /** @param named the gateway that the reader named */
  somebodyElse: (named: string) => `Signed by somebody else than ${named}.`,
} as const

/** What is no address. */
export const addressWords = {
  noAddress: 'it is no address',
} as const
