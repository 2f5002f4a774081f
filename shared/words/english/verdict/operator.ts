/** Who runs a gateway, by his own word. */
export const operatorWords = {
  /** @param name of the operator, as it may be shown */
  runBy: (name: string) => `Run by ${name}`,
  unchecked: 'The operator says so. Nobody checked it.',
} as const
