/** What `npm run admin` prints. */
export const adminWords = {
  keyId: 'a key id',
  plan: 'a plan',
  keyOrVoucher: 'a key id or a voucher id',
  whatToList: 'one of keys, vouchers, signers',
  address: 'an address',
  noKey: (id: string) => `no key in use has the id "${id}"`,
  hasPlan: (id: string, plan: string, until: string) => `${id} has the plan "${plan}"${until}`,
  until: (time: string) => ` until ${time}`,
  openVoucher: 'voucher that is still to be redeemed',
  usedKey: 'key in use',
  nothingHas: (what: string, id: string) => `no ${what} has the id "${id}"`,
  revoked: (id: string) => `${id} is revoked`,
  none: 'none',
  listTakes: 'list takes one of keys, vouchers, signers',
  signsFrom: (address: string, from: string) => `${address} signs from ${from}`,
  fromTakes: '--from takes a time in the past, such as 2026-11-20T09:30:00Z',
  noSigner: (address: string) => `no signer has the address "${address}"`,
  signerRevoked: (address: string, from: string) => `${address} is revoked from ${from} on`,
  rootRenewed: (logs: string) =>
    `Sigstore's list of keys is renewed. It names these logs: ${logs}. Start the gateway again, and build the extension again.`,
  rootNotRenewed: (reason: string) =>
    `Sigstore's list of keys could not be renewed, so the old list stays: ${reason}`,
  noPlan: (id: string, plans: string) => `"${id}" is not a plan; the plans are ${plans}`,
  wholeNumber: (name: string, least: number, most: number) =>
    `${name} takes a whole number from ${least} to ${most}`,
  noCommand: 'a command is missing',
  unknownCommand: (name: string) => `"${name}" is not a command`,
  noOperand: 'no operand',
  strayOption: (command: string, option: string) => `${command} does not take --${option}`,
  takes: (name: string, operands: string) => `${name} takes ${operands}`,
  and: ' and ',
  usage: `Usage: npm run admin -- <command>

  voucher [--plan paid] [--days 30] [--count 1]   make vouchers: prints an id and a code, once
  grant <key-id> <plan> [--days 30]               give a key a plan
  revoke <key-id>|<voucher-id>                    end a key, or a voucher that nobody redeemed
  list keys|vouchers|signers [--json]             list them; the database holds no keys and no codes
  rotate-signer [--lead 5]                        sign with a new key, beginning after this many seconds
  revoke-signer <address> [--from <time>]         reject what this retired signer signed at this time or later
  trust-root                                      fetch the list of Sigstore's keys again (it lasts a year)
  attest <upstream> [model] [--pin] [--ask]       show what runs in an enclave, and what is pinned
         [--record <file>]
  models <upstream or kind>                       show which models a provider lists, and which you configured
  help                                            print this

DATA_DIR is the data folder (default ./data), GATEWAY_CONFIG the configuration, as for npm start.`,
} as const
