/** What a chat page is told of a request that the extension did not let go. */
export const refusedWords = {
  status: 'Refused by Countersign',
  orphaned:
    'Countersign refused this request, and nothing was sent: the extension was updated or switched off while this page was open. Load the page again.',
  tooMany: (most: number) =>
    `Countersign refused this request, and nothing was sent: no more than ${most} encrypted requests leave at a time. Wait until one has ended.`,
  onlyPosts:
    'Countersign refused this request, and nothing was sent: only posted chat requests can be encrypted end to end. To change how requests to this gateway are treated, click the Countersign mark in the toolbar.',
  xhr: 'Countersign refused this request, and nothing was sent: requests by XMLHttpRequest cannot be encrypted end to end. To send it unencrypted, click the Countersign mark in the toolbar and choose “When possible” for this site.',
  socket: 'Countersign sends nothing there in clear.',

  noPermission: (gateway: string) =>
    `Countersign refused this request, and nothing was sent: the browser does not allow the extension to go to ${gateway}. Click the Countersign mark in the toolbar to allow it, or to choose how requests there are treated.`,
  notEncrypted: (why: string) =>
    `Countersign refused this request: it could not be sent encrypted. ${why}`,
  otherModel:
    'Choose another model. To send it unencrypted instead, click the Countersign mark in the toolbar and choose “When possible” for this site.',
  mayLeave:
    'To set what may leave in clear from this site, click the Countersign mark in the toolbar.',
  never:
    'It cannot be encrypted at all. To send it unencrypted, click the Countersign mark in the toolbar and choose “When possible” for this site.',
  newChat:
    'Begin a new chat. To send it unencrypted instead, click the Countersign mark in the toolbar and choose “When possible” for this site.',
  toolsToBeAsked:
    'This chat sends its tools with the message, and tools cannot be encrypted. Click the Countersign mark in the toolbar. There you choose once: leave the tools out, or send them in clear.',
  toolsInUse:
    'This conversation uses tools, which cannot be encrypted or left out. Begin a new chat; or click the Countersign mark in the toolbar, and let tools leave in clear.',

  onlyChat: (path: string) => `Only ${path} can be encrypted end to end.`,
  tooLong: 'This request is too long to be encrypted here: more than 8 MiB.',
  notText: 'The body of this request cannot be read as text.',
  badStream: '"stream" must be true or false.',
  badBody: (problem: string) => `The body is not usable: ${problem}.`,

  unreachable: 'The gateway cannot be reached. Nothing was sent in clear.',
  brokeOff: 'The gateway broke off in the middle of an answer.',
} as const
