/** What is said of one check in a list, beside its mark. */
export const checkWords = {
  simulated: (claim: string) => `In the simulation: ${claim}`,
  notChecked: (claim: string) => `Not checked: “${claim}”`,
  why: (reason: string) => `Why: ${reason}.`,
} as const
