/** How a site's requests to a gateway are treated: encryption, keys, and the tools of a chat. */
export const pairWords = {
  to: (host: string) => `To ${host}`,
  encryption: (host: string) => `End-to-end encryption to ${host}`,
  off: 'Off',
  possible: 'When possible',
  always: 'Always',
  offMeans: 'Requests leave as the page sends them. The extension checks the answers.',
  possibleMeans:
    'The extension encrypts for a verified enclave where the model has one. Other requests leave as the page sends them.',
  alwaysMeans:
    'The extension refuses messages that it cannot encrypt. It cannot stop what the site’s own server sends.',

  key: 'Key',
  noKey: 'Key (you have none for this gateway)',
  pagesKey: 'The page’s',
  myKey: 'Mine',

  tools: 'Tools that the page adds to messages, which cannot be encrypted',
  ask: 'Ask me',
  leaveOut: 'Leave out',
  send: 'Send in clear',
  refused: 'refused',
  unencrypted: 'sent without any encryption',
  askMeans: (what: string) =>
    `The extension asks you when the page sends tools. Until you answer, such messages are ${what}.`,
  leaveOutMeans: (what: string) =>
    `The model is not told of the tools. A conversation that has used tools is ${what}.`,
  sendMeans: 'The gateway can read the tools, and calls of them. What you write is encrypted.',

  clear:
    'Other parts of a request that cannot be encrypted, such as the form that an answer must have',
  refuse: 'Refuse',
  allow: 'Send in clear',

  permission: (host: string) =>
    `Your browser will ask whether Countersign may “read and change your data” on ${host}. Choose Allow: then the extension can send your encrypted questions there, and stop unencrypted ones. The extension does not run on pages of ${host}.`,
  untilAllowed: (host: string) =>
    `Until you allow it, requests from this site to ${host} are refused.`,
  askBrowser: 'Ask the browser',
  backToOff: 'Back to Off',

  question: 'This chat sends the names of its tools with every message',
  questionMeans: (host: string) =>
    `Tools are what a chat lets the model use, such as a search. Tools cannot be encrypted: ${host} would read their names and what they are for. What you write is encrypted either way.`,
  refusedUntil: 'Until you choose, messages with tools are refused.',
  unencryptedUntil: 'Until you choose, messages with tools are sent without any encryption.',
  leaveToolsOut: 'Leave the tools out',
  sendTools: 'Send the tools in clear',
} as const
