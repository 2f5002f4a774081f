/** What `npm run attest` prints beside the checks. */
export const attestWords = {
  help: `npm run attest -- --recording <file> [--repository <owner/name>] [--json]

Checks recorded evidence of a provider's enclave, as of the time of the recording.

  --recording   the recorded answers of the provider, and of those who sign about its machines
  --repository  the repository whose release must run in an enclave of Tinfoil
  --json        print the verdict and every check as JSON

Exit status: 0 everything required passed, 1 a check failed, 2 something is missing, 3 nothing was
judged.`,
  missing: (names: string) => `, missing ${names}`,
  unknownProvider: (provider: string) => `the provider "${provider}" is not known`,
} as const
