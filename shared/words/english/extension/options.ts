/** The extension's settings and history. */
export const optionsWords = {
  sections: 'Sections',
  history: 'History',
  gateways: 'Gateways',
  sites: 'Sites',
  keeping: 'Keeping',
  measurements: 'Measurements',
  development: 'Development mode',

  historyLead: 'Every answer that came with a receipt, and what this browser found.',
  searchIn: 'Search in sites, gateways, models, dates, states and, where kept, words',
  search: 'Search',
  answers: (count: number) => (count === 1 ? '1 answer' : `${count} answers`),
  fromTo: (from: number, to: number) => `, ${from} to ${to}`,
  newer: 'Newer',
  older: 'Older',

  gatewaysLead: 'A receipt counts if one of these gateways signed it with its pinned key.',
  noGateway: 'You have named no gateway yet: no receipt can be checked.',
  nameGateway: 'Name a gateway',
  signer: 'Signer',
  pinnedSince: 'Pinned since',
  before: 'Earlier signers',
  retired: (count: number) =>
    count === 1
      ? '1 retired signer: receipts of its own time still count'
      : `${count} retired signers: receipts of their own time still count`,
  checkSigner: 'Check the signer now',
  otherSigner: 'The gateway publishes another signer than the pinned one.',
  sameSigner: 'The gateway publishes the pinned signer.',
  remove: 'Remove',
  removeWarning: (host: string) =>
    `The extension will call new receipts of ${host} “unknown signer”. It forgets your key for the gateway, and what you set for the gateway on each site. Kept answers stay.`,
  removeSure: 'Remove this gateway',
  yourKey: 'Your key',
  keyIsKept: 'A key is kept. The extension uses it where a site is set to “Mine”.',
  forget: 'Forget it',
  forgetWarning: 'The gateway still accepts the key, but it cannot be read back from here.',
  forgetSure: 'Forget the key',
  keyFor: (origin: string) => `Key for ${origin}`,
  keepKey: 'Keep this key',
  makeKey: 'Make me a key',

  sitesLead:
    'The extension runs on these sites, and nowhere else. To add a site, open it and click the Countersign mark in the toolbar.',
  noSite: 'You have enabled no site yet. Open the chat page that you use.',
  switchOff: 'Switch off',

  keepingLead:
    'This browser alone keeps your receipts, and the salts: secret numbers that prove which words a receipt is for.',
  days: 'Days',
  megabytes: 'Megabytes at most',
  keepWords: 'Keep the words of new answers, too',
  keepWordsMeans:
    'You need the words to disclose an answer, and to search in answers. Without this, only receipts and salts are kept.',
  save: 'Save',
  lessWarning: (days: string, megabytes: string) =>
    `What is older than ${days} days, or beyond ${megabytes} MB, is forgotten at once, with its salts. You can no longer prove those answers to anybody.`,
  lessSure: 'Save, and forget them',
  range: '1 to 3650 days, and 1 to 1024 megabytes.',
  all: 'Everything kept',
  exportMeans: 'An export holds salts and words: it is for you alone.',
  exportAll: 'Export all',
  import: 'Import…',
  tooLarge: 'This file is larger than 60 MB.',
  imported: (added: number, known: number) => `${added} added, ${known} were here already.`,
  wipe: 'Wipe…',
  wipeWarning:
    'This deletes every receipt, salt and word that is kept here. Without their salts you can prove these answers to nobody again. Gateways, keys, sites and settings stay.',
  wipeSure: 'Wipe all, for good',
  wiped: (count: number) => (count === 1 ? '1 answer was wiped.' : `${count} answers were wiped.`),

  measurementsTitle: 'Accepted measurements',
  measurementsLead:
    'An enclave proves which software runs in it. The extension encrypts only to software you accept.',
  shippedInUse:
    'In use: the values shipped with this extension. They fit only the simulated enclave, which counts in development mode alone. Until you paste values, the extension encrypts to no hardware enclave.',
  ownInUse:
    'In use: your own values, below. A simulated enclave, in development mode, is still compared with the shipped values.',
  ownValues: 'Your own values, from somebody who built that software again and measured it',
  valuesField: 'Reference values, JSON',
  accept: 'Accept these values',
  accepted: 'These values are accepted from now on.',
  backToShipped: 'Back to the shipped values',
  onlyShipped: 'Only the shipped values are accepted.',
  members: 'What each member is',
  composeHashes: 'SHA-256 of each accepted file that says which programs run.',
  directComposeHashes:
    'SHA-256 of each such file whose programs run the model themselves. They pass the question to nobody.',
  appIds: 'The ids of the programs that you accept.',
  kmsRoots:
    'Public keys of the services that give accepted enclaves their keys (compressed secp256k1).',
  platforms: 'The registers MRTD and RTMR0 to RTMR2, for each system that you accept.',
  osImageHashes:
    'SHA-256 of each accepted system. This is weaker than platforms: the system itself states its hash.',

  developmentLead: 'For those who build gateways and chat pages. Leave it off when you chat.',
  acceptSimulated: 'Accept simulated enclaves',
  acceptSimulatedMeans:
    'They prove nothing about hardware: whoever runs a simulated enclave can read everything. Their answers stay marked as simulated, and every page of this extension says that this is on.',
} as const
