/** `/extension/`: the way to the first badge. */
export const installWords = {
  title: 'Badges in the chats you use',
  lead: 'The extension checks the receipt of each answer in your own browser. The badge beside the answer says what was checked, and its card says what is not proven.',
  hint: 'The extension runs only on sites where you allow it, and tells nobody what it sees. [What it keeps, and where].',
  picture: 'A chat page: an answer, its badge, and the open card of the badge',
  download: 'Download',
  puzzle: 'Click the puzzle piece, then Countersign',
  puzzleHint: 'Come back to this page first. The puzzle piece is right of the address.',
  use: 'Click “Use it, with badges here”',
  useHint:
    'The browser asks whether the extension may read this one site: choose Allow. The extension remembers who signs here, and warns you if that changes.',
  ask: 'Ask something',
  askHint: 'The extension puts the badge below the answer.',
  chatTitle: 'In your own chat',
  chat: 'Open the chat, click the puzzle piece, then Countersign, then “Enable on this site”. The next answer has its badge.',
  realTitle: 'Is this the real extension?',
  real: 'The digest beside a download comes from the same gateway, so it only reveals a damaged download. To be sure, build the package from the sources with `npm run zip`, and compare.',
  chrome: 'Chrome, Edge or Brave',
  firefox: 'Firefox',
  installIn: (browser: string) => `Install it in ${browser}`,
  showFor: (browser: string) => `Show the steps for ${browser}`,
  chromePage: 'Open the browser’s extensions page',
  ownTab: 'No page may open it for you. Paste this address into a new tab:',
  chromeAddress: 'the address of the extensions page',
  developer: 'Switch on Developer mode',
  developerHint: 'The switch is at the top right.',
  drag: 'Drag the file onto that page',
  dragHint: 'Take the file from the list of downloads. There is no need to unpack it.',
  firefoxPage: 'Open the browser’s debugging page',
  firefoxAddress: 'the address of the debugging page',
  temporary: 'Choose Load Temporary Add-on, and the file',
  temporaryHint:
    'Firefox 140 or newer takes the file as it is. Firefox forgets the extension when you close Firefox, since no store has signed it.',
  asking: 'Asking the gateway for its package…',
  building:
    'The gateway is building the package; this takes half a minute at most. This page then shows it.',
  noPackage: (browser: string) =>
    `This gateway has no package for ${browser}. To build it yourself, run this in the sources:`,
  commandFor: (browser: string) => `the command for ${browser}`,
  downloadFor: (browser: string) => `Download for ${browser}`,
  developerPicture:
    'The page chrome://extensions, with the switch Developer mode at the top right, on.',
  extensions: 'Extensions',
  developerMode: 'Developer mode',
  dropPicture: 'The downloaded file, dragged into the page chrome://extensions.',
  puzzlePicture:
    'The puzzle piece at the right end of the toolbar. Below is the list of extensions, with Countersign in it.',
  usePicture:
    'The extension’s window below the toolbar, with the button “Use it, with badges here”.',
  isGateway: 'This is a gateway',
  useButton: 'Use it, with badges here',
} as const
