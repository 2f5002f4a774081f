/** What `npm start` prints once the gateway listens. */
export const startWords = {
  listening: (base: string) => `Listening on ${base}`,
  baseUrl: (base: string) => `  Base URL   ${base}/v1`,
  signer: (address: string) => `  Signer     ${address}`,
  /** @param sealable of them, that take an encrypted question */
  models: (all: number, served: number, sealable: number) =>
    `  Models     ${all}: ${served} can be asked now, ${sealable} take questions encrypted to an enclave`,
  pages: (addresses: readonly string[]) => `  Pages      ${addresses.join('   ')}`,
  question: 'What does a receipt prove?',
  tryIt: '  Try it:',
  demo: [
    '  No gateway.config.json: a built-in demo model answers, also from a simulated enclave, which',
    '  proves nothing about hardware. server/README.md shows how to connect Ollama, vLLM, OpenRouter',
    '  or an enclave.',
  ],
} as const
