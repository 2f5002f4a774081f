/** What `npm run attest:live` prints beside what `npm run admin -- attest` prints. */
export const liveWords = {
  usage: `Usage: npm run attest:live -- [--near <key>] [--tinfoil <key>] [--venice <key>] [--chutes <key>]
         [--model <name>] [--out <folder>]

  --near     your key at NEAR AI, or the name of a variable that holds the key
  --tinfoil  the same at Tinfoil; --venice and --chutes likewise
  --model    the model's name at the provider; the default is the first listed model that has a host
  --out      the folder of the recordings; the default is this folder

The command finds a host in each provider's list, judges the host's evidence, and asks two questions. It writes a recording without any key, which
npm run attest judges again.

Exit: 0 everything holds, 1 something does not hold, 2 a wrong command.`,
  noList: (provider: string, reason: string) => `${provider} gave no list of models: ${reason}`,
  noHost: (provider: string) => `The list of ${provider} names no host that may be asked.`,
  meets: (provider: string, model: string, address: string) =>
    `${provider}: asking for ${model} at ${address}`,
} as const
