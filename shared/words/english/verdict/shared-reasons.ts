/** Why two values do not belong together. */
export const sharedReasons = {
  notExpected: (found: string, expected: string) => `${found} is not the expected ${expected}`,
} as const
