/** What the popup of the extension says about the tab that is open. */
export const popupWords = {
  noGatewayTitle: 'You have named no gateway yet',
  noGateway:
    'A gateway passes your questions to a model, and signs a receipt for each answer. Open the page of your gateway and click here again, or type its address.',
  begin: 'Begin here',
  noPage: 'Open your chat page, then click here again.',
  chatHere: 'I chat on this very page',

  openPanel: 'Open the side panel',
  loadedBefore:
    'This page was loaded before you enabled the extension. Load it again to see badges.',
  reload: 'Reload this page',
  latest: 'Latest answers',

  switchOff: 'Switch off on this site',
  enableMeans:
    'The extension does nothing on this site yet. Once enabled, it reads the answers that pages of this site receive, and of no other site.',
  enableReloads:
    'Your browser asks you about this one site, and then loads the page again. Send or copy first what you are writing.',
  enable: 'Enable on this site',

  fromFirst: 'Encrypt from the first message on',
  fromFirstMeans:
    'This works for a chat whose page calls the gateway itself; the first answer shows whether this page does. Nothing can be encrypted here when the server of the chat calls the gateway.',
  encryption: 'Encryption',
  throughServer:
    'This chat talks through its own server, which reads your questions and the answers. Nothing can be encrypted from here.',
  callsItself: (how: string) => `This chat can call the gateway itself. ${how}`,
  itsSettings: 'Its settings',
  itsDirectMode: 'Its direct mode',
  allForSite: 'All settings for this site',

  aGateway: 'A gateway',
  saysGateway: 'This page says that it belongs to a gateway.',
  isNamed: (host: string) =>
    `The extension checks receipts of ${host}: you pinned its signer. Open your chat page and click the Countersign mark there.`,
  isGateway: 'This is a gateway',
  signs: (host: string) =>
    `${host} signs a receipt for each answer. Use the gateway for your chats, and this browser checks the receipts.`,
  signer: 'Its signer',
  otherSigner: 'You have named this gateway already, with another signer, which stays pinned.',
  checkInSettings: 'Check it in the settings',
  notPromised: (count: number) =>
    count === 1
      ? 'What this gateway does not promise: 1 point'
      : `What this gateway does not promise: ${count} points`,
  compareFirst: 'Compare the signer first, or add a key',
  asksAndReloads:
    'For badges here, too, your browser asks you about this one site and loads the page again.',
  bigAgi: 'Switch on client-side fetch where Big-AGI’s models are set up.',
  lobehub: 'In the settings of the provider, switch on “Use Client-Side Fetching Mode”.',
  nextchat: 'Set the gateway’s address as a custom endpoint in NextChat’s settings.',
  openWebui:
    'The administrator allows Direct Connections. Then you add the gateway in your own Settings, under Connections.',
  useHere: 'Use it, with badges here',
  use: 'Use it for my chats',
} as const
