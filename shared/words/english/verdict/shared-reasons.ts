// Why two values do not belong together.

export const notExpected = (found: string, expected: string) =>
  `${found} is not the expected ${expected}`
