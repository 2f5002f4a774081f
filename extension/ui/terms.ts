// What the two words that every page needs mean, for people.

export const signerMeans =
  'The signer is the key that a gateway signs its receipts with, written as an address.'

export const pinMeans =
  'To pin a signer is to keep it here: receipts count if this key signed them, and you are warned if the key changes.'
