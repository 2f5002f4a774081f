/** The extension's first page: the user names a gateway and pins its signer. */
export const welcomeWords = {
  title: 'See what was proven about each answer',
  lead: 'An answer can come with a signed receipt, which says how private the answer was. This extension checks receipts in your browser, and shows beside each answer what was proven and what was not.',
  steps: 'Steps',
  gatewayStep: 'Your gateway',
  signerStep: 'Its signer',
  siteStep: 'Your chat page',

  address: 'Its address',
  look: 'Look at it',
  lookMeans:
    'The extension reads only what the gateway publishes. It sends nothing of yours, and keeps nothing yet.',

  whoSigns: 'Who signs',
  compare:
    'Compare the whole address with a second place. Ask the operator, or open this page on another device or network:',
  earlierSigners: (count: number) =>
    count === 1
      ? 'The gateway had 1 signer before this one.'
      : `The gateway had ${count} signers before this one.`,
  notPromised: 'What this gateway does not promise',
  noLimits: 'This gateway publishes no limits. Every gateway has some.',

  otherSigner:
    'You have named this gateway already, with another signer, which stays pinned. Check the gateway in [the settings].',
  compared: 'I compared the signer with a second place',
  comparedMeans: 'You are warned if the signer changes.',
  notComparedMeans:
    'You can go on without comparing: then you trust that the gateway showed you its own signer today. You are warned if the signer changes.',
  pin: 'Pin this signer',

  keyTitle: 'A key, for what is sent from this browser',
  noKey: 'No key',
  noKeyMeans: 'You can ask as often as everybody without a key. You can add a key later.',
  makeKey: 'Make me a key',
  makeKeyMeans: 'The extension asks the gateway for a free key, without your name or address.',
  haveKey: 'I have a key',
  haveKeyMeans: 'This browser keeps the key, and gives it to no page.',
  key: 'Key',
  keyForm: 'A key has no spaces in it.',

  enableTitle: 'Enable it where you chat',
  isPinned: (host: string) => `The signer of ${host} is pinned. One step is left.`,
  openChat: 'Open the chat page that you use.',
  clickMark:
    'Click the Countersign mark in the browser’s toolbar. If you do not see it, click the puzzle piece and pin the mark.',
  enable:
    'Choose “Enable on this site”. The browser asks you about that one site, and loads the page again. The extension runs nowhere else.',
  afterwards:
    'Each answer then has a badge. The side panel lists every answer with its verdict, where no page can draw. If your page calls the gateway itself, you can switch on encryption in the same place.',
  more: '[History and settings] hold everything else. You can name another gateway there.',

  picture:
    'A browser window with the Countersign mark at the right of the toolbar. Below is the popup with “Enable on this site”.',
  pictureButton: 'Enable on this site',
} as const
