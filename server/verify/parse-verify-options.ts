import { parseArgs } from 'node:util'
import { ConfigError } from '../config/config-error.ts'

export interface VerifyOptions {
  /** Path of the file, or `-` for the standard input. */
  readonly file: string
  /** Gateway whose signer is asked for; null when an address is given. */
  readonly gateway: string | null
  /** `0x` and 40 hex digits. */
  readonly signer: string | null
  /** File with the messages of the request, as JSON. */
  readonly messages: string | null
  /** Salt of the prompt, for a receipt that comes without one. */
  readonly promptSalt: string | null
  readonly simulation: 'reject' | 'accept-in-development'
  readonly output: 'lines' | 'lines-with-bytes' | 'json'
}

export const verifyHelp = `npm run verify -- <file> [options]

  <file>                a receipt, an answer with svc, an SSE transcript, a disclosure or an export
                        of the extension with one answer; - reads stdin
  --gateway <url>       the gateway that must have signed; its signers are read from /api/limits
  --signer <address>    the address that must have signed, as you know it from elsewhere
  --messages <file>     the messages of the request, or the request itself, as JSON; then its
                        model must be the one that was signed
  --prompt-salt <hex>   the salt of the prompt, where the file does not hold it
  --development         count a simulated enclave, which proves nothing about hardware
  --explain             print what each check computed from what, and the exact bytes
  --json                read {"file", "limits", "messages"?, "model"?, "prompt_salt"?} and write the verdict as JSON

Exit status: 0 verified, 1 rejected, 2 not everything was established, 3 nothing was judged.`

/** @throws {ConfigError} */
export function parseVerifyOptions(args: readonly string[]): VerifyOptions | 'help' {
  const { values, positionals } = read(args)
  if (values.help) return 'help'
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) {
    throw new ConfigError('<file>', 'is missing, or there are several', 'Name one file, or -')
  }
  const { signer, gateway } = values
  if (signer !== undefined && !/^0x[0-9a-f]{40}$/i.test(signer)) {
    throw new ConfigError('--signer', 'is no address', 'Use 0x and 40 hex digits')
  }
  if (signer !== undefined && gateway !== undefined) {
    throw new ConfigError('--signer', 'and --gateway are both given', 'Use the one that you trust')
  }
  return {
    file,
    gateway: gateway ?? null,
    signer: signer?.toLowerCase() ?? null,
    messages: values.messages ?? null,
    promptSalt: values['prompt-salt'] ?? null,
    simulation: values.development ? 'accept-in-development' : 'reject',
    output: values.json ? 'json' : values.explain ? 'lines-with-bytes' : 'lines',
  }
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        gateway: { type: 'string' },
        signer: { type: 'string' },
        messages: { type: 'string' },
        'prompt-salt': { type: 'string' },
        development: { type: 'boolean' },
        explain: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new ConfigError('the options', (error as Error).message, 'See --help')
  }
}
