/** What stands beside a verdict: which way the answer came, and what of it nobody signed. */
export const circumstanceWords = {
  sealed: 'Encrypted here for the enclave.',
  enclave:
    'Over a connection that ends in the enclave: words, tools and settings were all inside it.',
  direct: 'Straight from the gateway’s own address.',
  through: (host: string) => `Through ${host}, whose server saw question and answer in clear.`,
  file: 'The file does not show which way this answer took.',
  toldServer: 'The page told its own server, too, which saw question and answer in clear.',
  toolsLeftOut:
    'The tools that this chat adds to its messages were left out, as you set: the model was not told of them.',
  toolsInClear:
    'The tools that this chat adds to its messages were sent in clear, as you set: the gateway could read them.',
  same: 'The text shown here is the text that was signed.',
  sameBut: (parts: string) => `The words shown here are the words that were signed; ${parts}.`,
  sameWords: 'The words shown here are the words that were signed.',
  formulas: (count: number) =>
    `${count} ${count === 1 ? 'formula' : 'formulas'} could not be compared`,
  code: (count: number) => `${count} ${count === 1 ? 'piece' : 'pieces'} of code out of sight`,
  join: ', and ',
  couldNotTell: 'Whether the text shown here is the text that was signed could not be told.',
  notCompared: 'The text shown here was not compared yet.',
  other: 'The text shown here is not the text that was signed.',
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
    'this chat sends its tools with the message, and tools cannot be encrypted; behind the Countersign mark in the toolbar you can have them left out',
  inClearToolsInUse:
    'this conversation uses tools, which cannot be left out and cannot be encrypted',
  inClearNoEnclave: 'no enclave of this model could be verified',
  inClearTooLong: 'the message is too long to be encrypted here',
  inClearNoChat: 'requests of this kind cannot be encrypted',
  inClearMalformed: 'the request has a form that cannot be encrypted',
} as const
