/** What stands beside a verdict: which way the answer came, and what of it nobody signed. */
export const circumstanceWords = {
  sealed: 'Encrypted here for the enclave.',
  enclave:
    'Over a connection that ends in the enclave: words, tools and settings were all inside it.',
  direct: 'Straight from the gateway’s own address.',
  through: (host: string) => `Through ${host}, whose server saw question and answer in clear.`,
  file: 'The file does not show whether another server passed this answer on, and read it.',
  toldServer: 'The page told its own server, too, which saw question and answer in clear.',
  toolsLeftOut: 'As you set, the tools of this chat were left out: the model was not told of them.',
  toolsInClear:
    'As you set, the tools of this chat were sent in clear: the gateway could read them.',
  same: 'The text shown here is the signed text.',
  sameBut: (parts: string) => `The words shown here are the signed words; ${parts}.`,
  sameWords: 'The words shown here are the signed words.',
  formulas: (count: number) =>
    `${count} ${count === 1 ? 'formula' : 'formulas'} could not be compared`,
  code: (count: number) => `${count} ${count === 1 ? 'piece' : 'pieces'} of code out of sight`,
  join: ', and ',
  couldNotTell: 'It is not known whether the text shown here is the signed text.',
  notCompared: 'The text shown here was not compared yet.',
  other: 'The text shown here is not the signed text.',
  foundByWords: (day: string) =>
    `Found by its words, from ${day}: the page may have the same words from somebody else.`,
  sentInClear: (members: string) => `Sent in clear: ${members}.`,
  cameInClear: (members: string) => `Came in clear: ${members}.`,
  otherChoice: 'The answer has more than one choice: the receipt covers the first choice alone.',
  unsigned: (members: string) => `Not covered by the signature: ${members}.`,
  andMore: (names: string, more: number) => `${names} and ${more} more`,
  inClear: (because: string) =>
    `Not encrypted, although this site is set to “When possible”: ${because}.`,
  inClearMember: (member: string) => `“${member}” of the request cannot be encrypted`,
  inClearTools:
    'this chat sends its tools, which cannot be encrypted; the Countersign mark in the toolbar lets you leave them out',
  inClearToolsInUse: 'this conversation uses tools, which cannot be encrypted or left out',
  inClearNoEnclave: 'no enclave of this model could be verified',
  inClearTooLong: 'the message is too long to be encrypted here',
  inClearNoChat: 'requests of this kind cannot be encrypted',
  inClearMalformed: 'the request has a form that cannot be encrypted',
} as const
