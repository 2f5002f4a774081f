/** What stands on more than one page of the extension. */
export const extensionWords = {
  settings: 'History and settings',
  failed: 'This did not work. Try again.',
  notAllowed: (host: string) => `The browser may not go to ${host}. Nothing was changed.`,
  leaveIt: 'Leave it as it is',
  conversation: 'The conversation',
  onSite: (host: string) => `, on ${host}`,

  signerMeans:
    'The signer is the key that a gateway signs its receipts with, written as an address.',
  pinMeans:
    'To pin a signer is to keep it here. Receipts count if this key signed them, and you are warned if the key changes.',

  development: 'Development mode.',
  developmentMeans: 'Simulated enclaves count. They prove nothing about hardware.',
  changedSigner: (host: string) => `${host} changed its signer`,
  pinned: 'Pinned',
  published: 'Published now',
  isRetired: 'The gateway calls the pinned signer retired.',
  isUnknown: 'The gateway does not know the pinned signer.',
  askOperator:
    'Before you accept the new signer, ask the operator in another way than by this gateway. Until you accept, only the pinned signer counts.',
  reject: 'Reject it',
  accept: 'Accept the new signer',

  madeKey: 'Your key, shown only once',
  copyKey: 'Copy the key',
  goOn: 'Go on',
  madeKeyMeans:
    'Copy the key now if your chat page needs it. Keep it like a password: whoever has the key asks in your name. The extension keeps the key too. It gives the key to no page, and uses it only on sites where you say so.',
} as const
