/** What a command prints when a check is repeated by hand. */
export const byHandWords = {
  prints: (expected: string) => `The command prints ${expected}.`,
  signature:
    'The first command (Foundry) says that it succeeded. The second command (npm i viem) prints true.',
  gateway: 'https://<the gateway>',
  signer: (issuedAt: string, signer: string) =>
    `Compare ${signer} with seal_signer, or with the retired signer whose term includes ${issuedAt}.`,
  printsDigest: (value: string) => `The command prints the digest in ${value}.`,
  printsSuccess: 'The last command prints: Signature Verified Successfully.',
} as const
