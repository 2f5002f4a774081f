/** What `npm run attest` says of recordings, and of the cases of the conformance suite. */
export const recordingWords = {
  modelList: 'the list of models',
  input: 'the input',
  issuer: 'the issuer',
  payloadType: 'the type of the payload',
  statementType: 'the type of the statement',
  lacks: (name: string) => `the collateral lacks ${name}`,
  suite: 'the suite',
  noStage: (stage: string) => `this program has no stage ${stage}`,
  noIntel:
    'the case lacks Intel’s documents with their issuers, and no quote is judged without them',
  noAttestation: 'the recording holds no attestation',
  statements: 'the list of statements',
  unknownKind: (kind: string) => `this program does not know the kind "${kind}"`,
  unknownProvider: (provider: string) => `this program does not know the provider "${provider}"`,
  missing: (checks: string) => `, missing ${checks}`,
  recording: 'the recording',
  help: `Checks recorded evidence of a provider’s enclave, as of the time of the recording.

  npm run attest -- --recording <file> [--repository <owner/name>] [--json]
  npm run attest -- --conformance <folder> [--json]

  --recording   a file with the recorded answers of a provider and of its machines’ makers, or with evidence that a gateway kept
  --repository  the repository whose release must run in an enclave of Tinfoil
  --conformance a checkout of tinfoilsh/tinfoil-conformance, or one file of its cases; each case is checked as of its own time
  --json        the verdict and every check as JSON

npm run admin -- attest <upstream> checks a running enclave of the configuration, and can record its evidence.

Exit: 0 every required check passed, 1 a check failed, 2 a check could not be made, 3 nothing was checked.`,
} as const
