/** What a chat page shows when the extension stopped a request. */
export const refusedWords = {
  status: 'Refused by Countersign',
  orphaned:
    'Countersign stopped this message, and nothing was sent. The extension was updated or switched off while this page was open. Load the page again.',
  tooMany: (most: number) =>
    `Countersign stopped this message, and nothing was sent. The extension sends ${most} encrypted messages at a time. Wait until an answer is complete.`,
  onlyPosts:
    'Countersign stopped this request, and nothing was sent. The extension can encrypt chat messages, and this request is of another kind. To change the settings for this gateway, click the Countersign mark in the toolbar.',
  xhr: 'Countersign stopped this request, and nothing was sent. The page sends by XMLHttpRequest, which the extension cannot encrypt. To send the request unencrypted, click the Countersign mark in the toolbar and choose “When possible” for this site.',
  socket: 'Countersign stopped this connection, because it would carry words unencrypted.',

  noPermission: (gateway: string) =>
    `Countersign stopped this message, and nothing was sent. Your browser does not let the extension send to ${gateway}. Click the Countersign mark in the toolbar, and allow it there or switch encryption off.`,
  notEncrypted: (why: string) =>
    `Countersign stopped this message, because it could not be encrypted. ${why}`,
  otherModel:
    'Choose another model. To send the message unencrypted instead, click the Countersign mark in the toolbar and choose “When possible” for this site.',
  mayLeave:
    'To choose what this site may send unencrypted, click the Countersign mark in the toolbar.',
  never:
    'Nothing in this request can be encrypted. To send the request unencrypted, click the Countersign mark in the toolbar and choose “When possible” for this site.',
  newChat:
    'Begin a new chat. To send the message unencrypted instead, click the Countersign mark in the toolbar and choose “When possible” for this site.',
  toolsToBeAsked:
    'This chat sends its tools with the message, and tools cannot be encrypted. Click the Countersign mark in the toolbar, and choose once: leave the tools out, or send the tools in clear.',
  toolsInUse:
    'This conversation uses tools, which cannot be encrypted or left out. Begin a new chat. Or click the Countersign mark in the toolbar, and choose to send the tools in clear.',

  onlyChat: (path: string) => `The extension can encrypt only requests to ${path}.`,
  tooLong: 'The message is longer than 8 MiB, which the extension cannot encrypt.',
  notText: 'The extension cannot read this request as text.',
  badStream: '"stream" must be true or false.',
  badBody: (problem: string) => `The extension cannot use this request: ${problem}.`,

  unreachable: 'The gateway cannot be reached. Nothing was sent in clear.',
  brokeOff: 'The gateway stopped in the middle of an answer.',
} as const

/** Why a check of the extension's own did not pass, or was not made. */
export const backgroundReasons = {
  noReceipt: 'no receipt came with the answer',
  notEstablished: 'a check could not be made',
  gatewayReports: (reason: string) => `the gateway reports: ${reason}`,
  inClear: 'this page received the answer in clear',
  seenBefore: 'this receipt was seen on another site before',
  pageMessage: 'the message of the page',
  request: 'the request',
  contentMessage: 'the message of the content script',
} as const
