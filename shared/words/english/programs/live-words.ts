/** What `npm run attest:live` prints beside what `npm run admin -- attest` prints. */
export const liveWords = {
  usage: `Meets the real enclaves of a provider once: finds a host in the provider's list, judges its evidence, asks two questions, and writes a recording without any key.

  npm run attest:live -- [--near <key>] [--tinfoil <key>] [--model <name>] [--out <folder>]

  --near, --tinfoil  your key at the provider, or the name of a variable that holds the key
  --model            the model's name at the provider; without it, the first listed model that has a host
  --out              the folder of the recordings; the default is this folder

npm run attest judges a recording again. Exit: 0 everything holds, 1 something does not hold, 2 a wrong command.`,
  noList: (provider: string, reason: string) => `${provider} gave no list of models: ${reason}`,
  noHost: (provider: string) => `The list of ${provider} names no host that may be asked.`,
  meets: (provider: string, model: string, address: string) =>
    `${provider}: asking for ${model} at ${address}`,
} as const
