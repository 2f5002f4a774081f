/** Why the gateway's key cannot sign, and what to do. */
export const signerProblems = {
  unreadable: (path: string) =>
    `this program cannot read ${path}, which holds the key that signs now. Restore the file, or give another key as SEAL_KEY`,
  notSecret: (source: string) => `${source} does not hold 32 bytes as 64 hex digits`,
  clock: (seconds: number, which: string) =>
    `the clock of this machine is ${seconds} s ${which} the clock of the database. The gateway signs nothing until both agree. Set the clock, and keep it right with NTP`,
  retired: (address: string, until: string, last: string) =>
    `the given key belongs to ${address}, whose term ended at ${until}. A retired signer never signs again. Give the key of ${last}, or a new one`,
  otherGateways: (given: string, used: string) =>
    `the given key belongs to ${given}, but the gateways of this database sign with the key of ${used}. Give that key. To change all gateways to the given key, give it to each as SEAL_KEY_NEXT. Then run: npm run admin -- rotate-signer`,
  unknownKeys: (folder: string, addresses: string) =>
    `the database knows no signer, but ${folder} holds keys of ${addresses}. A new signer would leave the receipts of these keys without a name. Restore the database, or name the old one (DATA_DIR, DATABASE_URL). To begin anew, move that folder away`,
  signsAlready: (address: string, from: string) =>
    `${address} signs already, or will sign from ${from} on`,
  givenKey:
    'the signing key comes from SEAL_KEY or SEAL_KEY_FILE. Give every gateway the next key as SEAL_KEY_NEXT, and restart each. Then give this command that key. The history stays',
  otherAddress: (address: string) =>
    `the file for the key of ${address} holds the key of another address`,
  stale: 'the gateway has not read the history of signers lately',
  keyMissing: 'this gateway does not have the key that signs now',
  noTerm: (time: string) => `no signer may sign at ${time}`,
  notKey: 'the key is not a secp256k1 private key',
  twoSignatures: 'two libraries give different signatures',
} as const
