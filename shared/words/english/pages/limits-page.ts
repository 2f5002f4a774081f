/** `/limits/`, beside what the gateway itself says there. */
export const limitsWords = {
  title: 'What is not promised',
  lead: 'The gateway computes this list from what is running right now. The same list for programs: [/api/limits].',
  because: 'Why:',
  address: 'The signing address',
  theAddress: 'the signing address',
  take: 'Take the address from here or from [/api/limits], never from a receipt. Better, take the address twice: from another network, from another machine, or from somebody who wrote it down earlier. That is how a gateway that shows different people different addresses is caught.',
  command: 'the command',
  terms: 'When each address was in use',
  useTerm: 'Use the address that was in use when the receipt was signed.',
  columnAddress: 'Address',
  columnFrom: 'From',
  columnUntil: 'Until',
  notSaid: 'not said',
  inUse: 'in use',
  revoked: (time: string) => `. Revoked from ${time} on`,
} as const
