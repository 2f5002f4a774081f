// What the two words that every page needs mean, for people.

export const signerMeans =
  'The signer is the key that a gateway signs its receipts with, written as an address.'

export const pinMeans =
  'To pin it is to keep it here: receipts count if this key signed them, and a change of it is told loudly.'
