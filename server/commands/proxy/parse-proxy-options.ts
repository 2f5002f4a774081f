import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isPlainHttp } from '#shared/exchange/plain-http.ts'
import {
  parseReferenceValues,
  type ReferenceValues,
} from '#shared/attestation/appraise/parse-reference-values.ts'
import { ConfigError } from '../../gateway/common/config-error.ts'
import type { InstallOrder } from './install/run-install.ts'

/** The enclave itself, in the place of a gateway. */
export interface DirectEnclave {
  /** With `/v1`. */
  readonly url: string
  readonly key: string | null
  /** Base address of a PCCS; null for Intel's own service. */
  readonly collateralUrl: string | null
  /** PEM of the root behind a simulated one; null for hardware. */
  readonly simulationRoot: string | null
}

export interface ProxyOptions {
  /** Null where a gateway stands before it. */
  readonly enclave: DirectEnclave | null
  readonly gatewayUrl: string
  readonly key: string | null
  readonly port: number
  /** The first is verified at the start; none stands for the first that can be. */
  readonly models: readonly string[]
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
  --enclave <url>            in its place: the enclave itself, over TLS that ends in it, so that
                             tools and all else are inside; --model names what is listed
  --enclave-key <key>        its key, or COUNTERSIGN_ENCLAVE_KEY
  --enclave-collateral <url> a PCCS (default Intel's own service)
  --simulation-root <file>   PEM of a simulated enclave's root, with --development
  --plain-http               ask a gateway over http elsewhere than on this machine: others on the
                             way read the key
  --key <key>                its key, or COUNTERSIGN_KEY; without one you are signed out
  --port <number>            where to listen on 127.0.0.1 (default 8788)
  --model <id>               model whose enclave is verified at the start; with --enclave, one that
                             is listed, once for each
  --reference-values <file>  what the enclave must measure to (server/gateway/upstreams/enclave/README.md)
  --signer <address>         the gateway's signing address, as you know it from elsewhere
  --development              accept a simulated enclave, which proves nothing about hardware
  --clear <what>             send in clear what encryption cannot hide: tools for definitions, calls
                             and results, or a member such as response_format, stop or
                             messages[].name; once for each
  --receipts <folder>        keep each receipt there, with what was encrypted, for npm run verify
  --allow-origin <origin>    let the pages of this origin use the proxy, and your key with it; once
                             for each, such as http://localhost:3000

  --install <tool>           show what makes codex, claude, opencode, aider, continue or zed ask
                             this proxy (--port, --model), and change it after a yes
  --uninstall <tool>         take that back
  --yes                      the answer, for scripts`

/** What is asked of a tool's configuration, and whether that is answered already. */
export interface InstallCommand extends InstallOrder {
  readonly answer: 'yes' | 'ask'
}

/** @throws {ConfigError} */
export function parseProxyOptions(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): ProxyOptions | InstallCommand | 'help' {
  const values = readArgs(args)
  if (values.help) return 'help'
  const install = readInstall(values)
  if (install !== null) return install
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
  const port = readPort(values.port)
  return {
    enclave: readEnclave(values, variables),
    gatewayUrl: readGateway(values),
    key: values.key ?? (variables['COUNTERSIGN_KEY'] || null),
    port,
    models: values.model ?? [],
    reference: file === undefined ? null : readReference(file),
    signer: signer?.toLowerCase() ?? null,
    simulation: values.development ? 'accept' : 'refuse',
    clearTools: values.clear?.includes('tools') ? 'allow' : 'refuse',
    allowedInClear: values.clear ?? [],
    receiptsFolder: values.receipts ?? null,
    allowedOrigins: (values['allow-origin'] ?? []).map(readOrigin),
  }
}

function readInstall(values: ReturnType<typeof readArgs>): InstallCommand | null {
  const { install, uninstall, model } = values
  const tool = install ?? uninstall
  if (tool === undefined) return null
  if (install !== undefined && uninstall !== undefined) {
    throw new ConfigError('--uninstall', 'contradicts --install', 'Use one of them')
  }
  return {
    action: install === undefined ? 'uninstall' : 'install',
    tool,
    origin: `http://127.0.0.1:${readPort(values.port)}`,
    model: model?.[0] ?? null,
    answer: values.yes ? 'yes' : 'ask',
  }
}

/** @throws {ConfigError} */
function readGateway({ gateway, 'plain-http': plain }: ReturnType<typeof readArgs>): string {
  if (gateway === undefined) return 'http://127.0.0.1:8787'
  if (!URL.canParse(gateway)) {
    throw new ConfigError('--gateway', 'is no address', 'Use https://gateway.example')
  }
  if (plain || !isPlainHttp(new URL(gateway))) return gateway
  throw new ConfigError(
    '--gateway',
    'begins with http, so that others on the way read your key',
    'Use https, or --plain-http if you must',
  )
}

function readPort(text = '8788'): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new ConfigError('--port', 'is no port', 'Use a number from 0 to 65535')
}

function readArgs(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        gateway: { type: 'string' },
        'plain-http': { type: 'boolean' },
        key: { type: 'string' },
        enclave: { type: 'string' },
        'enclave-key': { type: 'string' },
        'enclave-collateral': { type: 'string' },
        'simulation-root': { type: 'string' },
        port: { type: 'string' },
        model: { type: 'string', multiple: true },
        'reference-values': { type: 'string' },
        signer: { type: 'string' },
        development: { type: 'boolean' },
        clear: { type: 'string', multiple: true },
        receipts: { type: 'string' },
        'allow-origin': { type: 'string', multiple: true },
        install: { type: 'string' },
        uninstall: { type: 'string' },
        yes: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new ConfigError('the options', (error as Error).message, 'See --help')
  }
}

/** What a gateway has and an enclave has not: nobody relays, and nothing leaves in clear. */
const ofGateways = ['gateway', 'key', 'signer', 'receipts', 'clear'] as const
const ofEnclaves = ['enclave-key', 'enclave-collateral', 'simulation-root'] as const

/** @throws {ConfigError} */
function readEnclave(
  values: ReturnType<typeof readArgs>,
  variables: Readonly<Record<string, string | undefined>>,
): DirectEnclave | null {
  const { enclave: url } = values
  const foreign = (url === undefined ? ofEnclaves : ofGateways).find((each) => values[each])
  if (foreign !== undefined) {
    const because = url === undefined ? 'belongs to --enclave' : 'belongs to a gateway'
    throw new ConfigError(`--${foreign}`, because, 'Leave it out, or see --help')
  }
  if (url === undefined) return null
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw new ConfigError('--enclave', 'is no https address', 'Its TLS key is what is verified')
  }
  const root = values['simulation-root']
  if (root !== undefined && !values.development) {
    throw new ConfigError(
      '--simulation-root',
      'is for --development',
      'A simulation proves nothing',
    )
  }
  if (root === undefined && values.development) {
    throw new ConfigError(
      '--simulation-root',
      'is missing, so nothing says whose simulation to accept',
      'Name a file with the PEM that the simulator prints',
    )
  }
  if (values['reference-values'] === undefined) {
    throw new ConfigError(
      '--reference-values',
      'is missing, so nothing says which enclave to accept',
      'Name a file of pinned values',
    )
  }
  return {
    url: `${url.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`,
    key: values['enclave-key'] ?? (variables['COUNTERSIGN_ENCLAVE_KEY'] || null),
    collateralUrl: values['enclave-collateral'] ?? null,
    simulationRoot: root === undefined ? null : readPem(root),
  }
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    throw new ConfigError('--simulation-root', `cannot be read (${code})`, 'Name a PEM file')
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
      'See server/gateway/upstreams/enclave/README.md for what must be pinned',
    )
  }
}
