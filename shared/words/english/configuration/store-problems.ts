/** Why the gateway's database cannot be used, and what to do. */
export const storeProblems = {
  held: (path: string) =>
    `another gateway uses ${path}, and only one gateway may use this folder. Stop the other gateway, choose another DATA_DIR, or give both the same DATABASE_URL=postgres://… and REDIS_URL`,
  refusedQuery: 'the database refused a query',
  unusable: (path: string, reason: string) =>
    `the gateway cannot use ${path} as a database (${reason}). Look at DATA_DIR, and at who may write there`,
  clock: (now: string, path: string, last: string) =>
    `the clock of this machine says ${now}, and ${path} was last written at ${last}. Set the clock. If the clock was wrong then and is right now, touch that file and ${path}-wal`,
  unusablePostgres: (reason: string) =>
    `the gateway cannot use the PostgreSQL database (${reason}). Look at DATABASE_URL, and whether the server runs`,
  roleRefused: 'the database does not let this role in',
  wrongPassword: 'the role or its password is wrong',
  noDatabase: 'there is no such database',
  noRights: 'the role may not make or use the tables',
  noConnections: 'all connections of the database are taken',
  noKey: 'no key with this id is in use',
  signerChanged: 'the signer changed meanwhile, or the change took too long',
  signsNow: 'this address signs now, or never signed. Rotate the signer first',
  neverStarted:
    'No gateway has kept anything there. DATA_DIR or DATABASE_URL names another place than the gateway’s, or the gateway was never started',
  otherVersion: (found: number, known: number) =>
    `the database has version ${found}, and this program knows version ${known}. Use the program that made the database`,
} as const
