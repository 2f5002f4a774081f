/** What is said beside the field in which a reader names who must have signed. */
export const signerWords = {
  /** @param named the gateway that was named, as it may be shown */
  somebodyElse: (named: string) => `Signed by somebody else than ${named}.`,
} as const
