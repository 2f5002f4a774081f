/** What `npm run verify` prints beside the verdict. */
export const verifyCommandWords = {
  oneFile: 'is missing, or there are several',
  oneFileFix: 'Name one file, or -',
  notAddress: 'is not an address',
  notAddressFix: 'Use 0x and 40 hex digits',
  bothGiven: 'and --gateway are both given',
  bothGivenFix: 'Give the one that you trust',
  notNumber: 'is not the number of an answer',
  countFromOne: 'Count from 1',
  unknownSide: (name: string) => `does not know "${name}"`,
  unknownSideFix: 'Use question, answer or question,answer',
  options: 'The options',
  seeHelp: 'See --help',
  addressTyped: 'The address you typed',
  somebody: 'Somebody',
  gatewayOfLimits: 'The gateway whose limits you gave',
  notOpened: 'NOT OPENED',
  missing: 'Not checked, and what would allow the check:',
  notProven: 'Not proven:',
  several: (count: number) =>
    `The file holds ${count} answers, each checked by itself. --answer <number> prints everything about one answer.`,
  fileSays: ', as the file says',
  noSigner:
    'Say which gateway you used: --gateway <url>, or --signer <address>. An address inside the file proves nothing.',
  unreachable: 'cannot be reached',
  unreachableFix: 'Check the address, or use --signer',
  notUrl: 'is not an address',
  notUrlFix: 'Use https://gateway.example.com',
  whichAnswer: (count: number) =>
    `is missing: the file holds ${count} answers, and the other options are about one answer`,
  whichAnswerFix: 'Give its number, counted from 1',
  outOfRange: (number: number | null, count: number) => `is ${number}, and the file holds ${count}`,
  unknownReason: 'unknown reason',
  unreadable: (reason: string) => `cannot be read (${reason})`,
  unreadableFix: 'Name a file that exists',
  stillToCome: 'the date of the evidence is in the future',
  noEvidence:
    'The gateway does not have the evidence that the answer names, so the enclave was not checked. Use --evidence <file>.',
  help: (exitLines: string) => `npm run verify -- <file> [options]

  <file>                a receipt, an answer with svc (also as model_dump_json() writes it), a saved
                        stream, {"request", "response"}, a disclosure, an export of the extension,
                        or JSON lines of these; - reads stdin
  --gateway <url>       the gateway you used; the command reads its signers from /api/limits,
                        and the evidence that the answer names
  --signer <address>    the signing address, if you know it from elsewhere
  --answer <number>     print everything about one answer of a file with several answers
  --messages <file>     the messages of the request, or the whole request, as JSON; the command
                        checks the model of a whole request
  --prompt-salt <hex>   the salt of the prompt, if the file does not hold it
  --evidence <file>     the enclave's evidence, as /verify saves it
  --reference-values <file>  the software you accept in a hardware enclave; from somebody who built
                        the software again, not from the gateway
  --development         accept a simulated enclave, which proves nothing about hardware
  --require question,answer  what the file must hold; without it, the answer is not fully checked
  --verbose             print each check below the verdict
  --json                read {"file", "limits"?, "messages"?, "model"?, "prompt_salt"?, "evidence"?,
                        "reference_values"?} and write the result as JSON

Exit status, by the state of the answer:
${exitLines}
  With --development, the status of a simulated enclave is 0 if nothing else is missing.
  Several answers: their status if it is the same for all; otherwise 1 if one failed, 2 if none did.`,
} as const

/** Why the command could not make a check. */
export const verifyReasons = {
  noEnclaveReceipt: 'the file holds no receipt of the enclave',
  noQuote: 'the file does not hold the quote: the gateway checked it',
  noKeyset: 'the file does not hold the keyset: the gateway checked it',
} as const
