/** Why the extension did not do what a page of its own asked. */
export const problemWords = {
  failed: 'A part of the extension failed. Nothing was changed.',
  unknownRequest: 'The extension does not know this request.',
  notNamed: 'You have not named this gateway.',
  notEnabled: 'You have not enabled this site.',
  noPermission: 'The browser gave no permission for this site.',
  notWeb: 'The extension can be enabled only on pages of the web.',
  values: (problem: string) => `These values cannot be used: ${problem}`,
  notKept: 'This browser does not keep this answer.',
  noWords: 'This browser does not keep the words of this answer.',
  notExport: (problem: string) => `This is no export of this extension: ${problem}.`,

  noSite: (origin: string) => `${origin} is no site`,

  noAddress: 'This is no address of a gateway. The address begins with https://.',
  needsHttps:
    'A gateway on another machine must be asked by https, or anybody on the way could answer.',
  hasPassword: 'The address must not hold a name and a password.',
  noSigner: (origin: string) => `${origin} publishes no signer, so it is no gateway.`,
  signerChanged: 'The gateway publishes another signer than a moment ago. It was not pinned.',
  noKey: 'The gateway answered without a key.',
  unreachable: (origin: string) => `${origin} could not be reached.`,
  refused: (message: string) => `The gateway refused: ${message}`,
  refusedWith: (origin: string, status: number) => `${origin} refused (${status}).`,
  endless: (origin: string) => `${origin} sent more than the extension reads.`,
  notLikeGateway: (origin: string, status: number) =>
    `${origin} does not answer like a gateway (${status}).`,
} as const
