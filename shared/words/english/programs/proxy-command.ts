/** What `npm run proxy` prints, and what it answers where it refuses. */
export const proxyWords = {
  notVerified: 'The enclave could not be verified:',
  simulationNeedsDevelopment:
    'The demo has a simulated enclave, which proves nothing. To accept it, add --development.',
  notStarted: (why: string) => `The proxy does not start. ${why}`,
  gatewayUnusable: (reason: string) => `The gateway cannot be used (${reason}).`,
  unknownReason: 'unknown reason',
  noEnclave: 'serves no model in an enclave',
  noEnclaveFix: 'Use another gateway',
  asGatewaySays: ', as the gateway says',
  simulatedBy: (count: number) => `simulated: ${count} checks hold in the simulation`,
  verifiedBy: (count: number) => `verified by ${count} checks`,
  signer: 'Signer',
  way: 'Way',
  wayToEnclave: 'straight to the enclave; no gateway signs',
  simulated: 'simulated',
  verified: 'verified',
  listening: (address: string) => `Listening on ${address}`,
  baseUrlLine: (address: string) => `  Base URL     ${address}/v1   (any key)`,
  enclaveLine: (measurement: string) => `  Enclave      ${measurement}`,
  development:
    '  DEVELOPMENT MODE: this proxy accepts simulated enclaves, which prove nothing about hardware.',
  portTaken: 'is in use, perhaps by a proxy that runs already',
  portTakenFix: 'Stop that program, or choose another --port',
  inEnclave: (model: string, enclaveModel: string) => `${model} (${enclaveModel} in the enclave)`,
  missing: (what: string, suppliedBy: string) => `  not checked: ${what}; needed: ${suppliedBy}`,
  notProven: (line: string) => `  not proven: ${line}`,
  clearQuestion: (names: string) =>
    `A request carries ${names}, which encryption cannot hide. Send this in clear until the proxy ends? [y/N] `,
  allows: (option: string) => `; ${option} allows it`,
  left: (head: string) => `${head} – The tool left before the answer was complete: not checked`,
  gateway: 'The gateway',
  otherSigner: (found: string, expected: string, same: string) =>
    `The gateway signs with ${found}; this proxy expects ${expected}. Either the gateway changed its signer, or somebody else signs. Ask the operator. If the operator changed it, start the proxy again with --signer ${same}.`,
  gatewayUnreachable: 'The gateway cannot be reached.',
  endless: (reason: string) => `The gateway’s answer is too long: ${reason}.`,
  originRefused: 'This proxy serves only pages whose origin was given with --allow-origin.',
  hostRefused: 'This proxy answers only as localhost or 127.0.0.1, at its own port.',
  folderFailed: (reason: string) => `cannot be made (${reason})`,
  folderFix: 'Name a folder of your own',
  notKept: (reason: string) =>
    `The receipt could not be saved (${reason}). Look at the folder of --receipts.`,
  tooLarge: 'The request is too large.',
  startWith: (message: string, option: string) =>
    `${message} To send it in clear, start the proxy with ${option}.`,
  noReference: 'is missing, so nothing says which enclave to accept',
  noReferenceFix: 'Give a file of pinned values, or use --development with a simulated enclave',
  notAddress: 'is not an address',
  notAddressFix: 'Use 0x and 40 hex digits',
  notPort: 'is not a port',
  notPortFix: 'Use a number from 0 to 65535',
  options: 'The options',
  seeHelp: 'See --help',
  needsEnclave: 'belongs to --enclave',
  needsGateway: 'belongs to a gateway',
  leaveOut: 'Leave the option out, or see --help',
  noGatewayAddress: 'is not an address',
  gatewayAddressFix: 'Use https://gateway.example',
  plainHttp: 'begins with http, so that others on the way can read your key',
  plainHttpFix: 'Use https, or --plain-http if you must',
  notHttps: 'is not an https address',
  notHttpsFix: 'The proxy verifies the TLS key of the enclave',
  needsDevelopment: 'needs --development',
  needsDevelopmentFix: 'A simulation proves nothing',
  noRoot: 'is missing, so nothing says whose simulation to accept',
  noRootFix: 'Name a file with the PEM that the simulator prints',
  pinFix: 'Name a file of pinned values',
  unreadable: (reason: string) => `cannot be read (${reason})`,
  pemFix: 'Name a PEM file',
  notOrigin: 'is not an origin',
  notOriginFix: 'Use scheme, name and port, such as http://localhost:3000',
  referenceUnusable: (file: string, reason: string) => `${file} cannot be used: ${reason}`,
  referenceFix: 'See server/gateway/upstreams/enclave/README.md for what must be pinned',
  enclaveUnreachable: 'The enclave cannot be reached right now.',
  ambiguous: 'the answer can be read in more than one way',
  unfinished: 'the answer ended before every choice had finished',
  notCertificate: 'is not a certificate',
  notCertificateFix: 'Use what the simulator prints',
  refused: (head: string, code: string, details: string) =>
    `${head}– Refused: ${code} (${details})`,
  failed: (sentence: string, found: string) => `  FAIL ${sentence} [${found}]`,
  help: `npm run proxy -- [options]

  --gateway <url>            the gateway (default http://127.0.0.1:8787)
  --enclave <url>            ask an enclave directly, without a gateway. The TLS connection ends in
                             the enclave, so encryption covers tools and everything else; --model
                             names the models
  --enclave-key <key>        the enclave's key, or COUNTERSIGN_ENCLAVE_KEY
  --enclave-collateral <url> where to fetch what Intel signed about the enclave's processor
                             (a PCCS; default: Intel's own service)
  --simulation-root <file>   PEM of a simulated enclave's root, with --development
  --plain-http               allow http to a gateway on another machine: others on the
                             way can read your key
  --key <key>                your key for the gateway, or COUNTERSIGN_KEY; without a key you can
                             ask less often
  --port <number>            where to listen on 127.0.0.1 (default 8788)
  --model <id>               the model whose enclave is verified at the start; with --enclave, a
                             model that the proxy offers (repeat for more)
  --reference-values <file>  the software you accept in the enclave
                             (server/gateway/upstreams/enclave/README.md)
  --signer <address>         the gateway's signing address, if you know it from elsewhere
  --development              accept a simulated enclave, which proves nothing about hardware
  --clear <what>             send in clear what encryption cannot hide: tools for definitions, calls
                             and results, or a member such as response_format, stop or
                             messages[].name (repeat for more); on a terminal the proxy asks once
                             about what you do not name
  --receipts <folder>        save each receipt there, with the encrypted text, for npm run verify
  --allow-origin <origin>    let pages of this origin use the proxy, and with it your key (repeat
                             for more), such as http://localhost:3000`,
} as const
