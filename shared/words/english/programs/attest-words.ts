/** What `npm run admin -- attest` prints beside the checks. */
export const attestWords = {
  upstream: 'an upstream',
  model: 'a model',
  noUpstream: (id: string) => `the configuration has no upstream "${id}"`,
  noEnclave: (id: string) => `the upstream "${id}" is no enclave`,
  noModel: (id: string, models: string) =>
    `the upstream "${id}" serves no such model; its models are ${models}`,
  running: (subject: string) => (subject === '' ? 'What runs:' : `What runs (${subject}):`),
  samePinned: 'is pinned',
  otherPinned: (value: string) => `is not pinned; pinned is ${value}`,
  notPinned: 'is not pinned',
  pinFrom: (at: string, source: string) => `Compared with the pin of ${at}: ${source}`,
  nothingPinned:
    'Nothing is pinned: the provider alone says which programs run. With --pin, the gateway accepts only the programs that run now.',
  releasePinned: (repository: string, at: string, source: string) =>
    `An identity is pinned: the owner of ${repository} must have signed the release that runs. The pin is of ${at}, from ${source}.`,
  valuesPinned:
    'The reference_values of the configuration are the pins. Take new values from the files that the provider publishes, and never from the enclave.',
  cannotPin: (id: string) => `the upstream "${id}" takes no pins`,
  unsound: 'Nothing was pinned, because other checks did not pass.',
  alreadyPinned: 'What runs is pinned already.',
  pinned: (count: number, file: string) =>
    `${count} ${count === 1 ? 'machine is' : 'machines are'} pinned in ${file}. Earlier pins still hold: delete those that you no longer accept. Then send the gateway SIGHUP, or start it again.`,
  measuredAt: (address: string) => `measured at ${address}`,
  notWritable: 'cannot be written',
  addByHand: (pins: string) => `Add these pins to the upstream by hand: ${pins}`,
  recorded: (file: string) =>
    `The evidence is in ${file}, without any key. npm run attest judges it again.`,
  nothingToRecord:
    'An enclave that speaks ACI shows its evidence to whoever asks: nothing was written.',
  unproven: (delivery: string, status: number) =>
    `✗ ${delivery}: the answer came with status ${status}, and nothing proves it`,
  proven: (delivery: string, verification: string, how: string, checks: number) =>
    `✓ ${delivery}: an answer of ${verification}, ${how}, by ${checks} checks`,
  signed: 'signed by the enclave',
  bound: 'bound by the channel to the enclave',
  unsigned: 'and nothing proves that the enclave wrote it',
  notOpened: (delivery: string) => `✗ ${delivery}: the answer is not encrypted to this request`,
  notVerified: 'unverified',
  answerFailed: (delivery: string, what: string) => `✗ ${delivery}: no answer (${what})`,
  question: 'Answer with the word yes.',
} as const
