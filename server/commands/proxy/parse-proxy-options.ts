import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  parseReferenceValues,
  type ReferenceValues,
} from '#shared/attestation/appraise/parse-reference-values.ts'
import { ConfigError } from '../../config/config-error.ts'

export interface ProxyOptions {
  readonly gatewayUrl: string
  readonly key: string | null
  readonly port: number
  /** Verified at the start; null for the first that can be. */
  readonly model: string | null
  readonly reference: ReferenceValues | null
  /** Address that must have signed, `0x` and 40 hex digits; null: as the gateway says at the start. */
  readonly signer: string | null
  readonly simulation: 'refuse' | 'accept'
  readonly clearTools: 'refuse' | 'allow'
  /** Members that may leave in clear, by path without indices. */
  readonly allowedInClear: readonly string[]
  /** Folder in which each receipt is kept; null keeps none. */
  readonly receiptsFolder: string | null
  /** Of pages that may use the proxy. */
  readonly allowedOrigins: readonly string[]
}

export const proxyHelp = `npm run proxy -- [options]

  --gateway <url>            the gateway (default http://127.0.0.1:8787)
  --key <key>                its key, or COUNTERSIGN_KEY; without one you are signed out
  --port <number>            where to listen on 127.0.0.1 (default 8788)
  --model <id>               model whose enclave is verified at the start
  --reference-values <file>  what the enclave must measure to (server/enclave/README.md)
  --signer <address>         the gateway's signing address, as you know it from elsewhere
  --development              accept a simulated enclave, which proves nothing about hardware
  --allow-clear-tools        send tool definitions and calls in clear
  --allow-clear <member>     send a member in clear that encryption cannot hide, such as stop,
                             response_format or messages[].name; once for each
  --receipts <folder>        keep each receipt there, with what was encrypted, for npm run verify
  --allow-origin <origin>    let the pages of this origin use the proxy, and your key with it; once
                             for each, such as http://localhost:3000`

/** @throws {ConfigError} */
export function parseProxyOptions(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): ProxyOptions | 'help' {
  const values = readArgs(args)
  if (values.help) return 'help'
  const file = values['reference-values']
  if (file === undefined && !values.development) {
    throw new ConfigError(
      '--reference-values',
      'is missing, so nothing says which enclave to accept',
      'Name a file of pinned values, or use --development with a simulated enclave',
    )
  }
  const { signer } = values
  if (signer !== undefined && !/^0x[0-9a-f]{40}$/i.test(signer)) {
    throw new ConfigError('--signer', 'is no address', 'Use 0x and 40 hex digits')
  }
  const port = Number(values.port ?? 8788)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ConfigError('--port', 'is no port', 'Use a number from 0 to 65535')
  }
  return {
    gatewayUrl: values.gateway ?? 'http://127.0.0.1:8787',
    key: values.key ?? (variables['COUNTERSIGN_KEY'] || null),
    port,
    model: values.model ?? null,
    reference: file === undefined ? null : readReference(file),
    signer: signer?.toLowerCase() ?? null,
    simulation: values.development ? 'accept' : 'refuse',
    clearTools: values['allow-clear-tools'] ? 'allow' : 'refuse',
    allowedInClear: values['allow-clear'] ?? [],
    receiptsFolder: values.receipts ?? null,
    allowedOrigins: (values['allow-origin'] ?? []).map(readOrigin),
  }
}

function readArgs(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        gateway: { type: 'string' },
        key: { type: 'string' },
        port: { type: 'string' },
        model: { type: 'string' },
        'reference-values': { type: 'string' },
        signer: { type: 'string' },
        development: { type: 'boolean' },
        'allow-clear-tools': { type: 'boolean' },
        'allow-clear': { type: 'string', multiple: true },
        receipts: { type: 'string' },
        'allow-origin': { type: 'string', multiple: true },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new ConfigError('the options', (error as Error).message, 'See --help')
  }
}

function readOrigin(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text
  throw new ConfigError(
    '--allow-origin',
    'is no origin',
    'Use scheme, name and port, such as http://localhost:3000',
  )
}

function readReference(file: string): ReferenceValues {
  try {
    return parseReferenceValues(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new ConfigError(
      '--reference-values',
      `${file} cannot be used: ${(error as Error).message}`,
      'See server/enclave/README.md for what must be pinned',
    )
  }
}
