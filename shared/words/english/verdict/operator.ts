/** Who runs a gateway, as the operator says. */
export const operatorWords = {
  /** @param name of the operator, as it may be shown */
  runBy: (name: string) => `Run by ${name}`,
  unchecked: 'The operator says so. Nobody checked it.',
} as const
