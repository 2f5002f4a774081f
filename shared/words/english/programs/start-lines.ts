/** What `npm start` prints once the gateway listens. */
export const startWords = {
  listening: (base: string) => `Listening on ${base}`,
  baseUrl: (base: string) => `  Base URL   ${base}/v1`,
  signer: (address: string) => `  Signer     ${address}`,
  /** @param sealable of them, that take an encrypted question */
  models: (all: number, served: number, sealable: number) =>
    `  Models     ${all}: ${served} can be asked now, ${sealable} take questions encrypted to an enclave`,
  enclave: (id: string, state: string, pinned: string) =>
    `  Enclave    ${id}: ${state}. ${pinned}.`,
  verified: 'verified',
  simulated: 'verified, and simulated',
  notYetVerified: 'not verified yet',
  notVerified: (checks: string) => `not verified (${checks}), so nothing is sent there`,
  pinnedMachines: (count: number, newest: string) =>
    `Pinned: ${count} ${count === 1 ? 'machine' : 'machines'}, last on ${newest}`,
  pinnedRelease: (repository: string, at: string) =>
    `Pinned: who signs the releases of ${repository}, on ${at}`,
  pinnedFiles: (count: number) =>
    `Pinned: ${count} compose ${count === 1 ? 'file' : 'files'} in reference_values`,
  pinnedNothing: 'Pinned: nothing, so the provider alone says what runs',
  pages: (addresses: readonly string[]) => `  Pages      ${addresses.join('   ')}`,
  question: 'What does a receipt prove?',
  tryIt: '  Try it:',
  demo: [
    '  No gateway.config.json: a built-in demo model answers, also from a simulated enclave, which',
    '  proves nothing about hardware. server/README.md shows how to connect Ollama, vLLM, OpenRouter',
    '  or an enclave.',
  ],
  cannotStart: (why: string) => `Countersign cannot start. ${why}`,
  stops: (why: string) => `Countersign stops: ${why}`,
  building:
    '  The browser extension is being built, half a minute at most. /extension offers it then.',
  built: '  The browser extension is built: /extension offers it.',
  notBuilt: (why: string) => `The browser extension could not be built. ${why}\n`,
} as const
