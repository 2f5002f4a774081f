import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isPlainHttp } from '#shared/exchange/plain-http.ts'
import {
  parseReferenceValues,
  type ReferenceValues,
} from '#shared/attestation/appraise/parse-reference-values.ts'
import { ConfigError } from '../../gateway/common/config-error.ts'
import { proxyWords as words } from '#shared/words/english/programs/proxy-command.ts'

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
  /** What may leave in clear, as `ClearConsent` names it. */
  readonly clear: readonly string[]
  /** Folder in which each receipt is kept; null keeps none. */
  readonly receiptsFolder: string | null
  /** Of pages that may use the proxy. */
  readonly allowedOrigins: readonly string[]
}

/** @throws {ConfigError} */
export function parseProxyOptions(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): ProxyOptions | 'help' {
  const values = readArgs(args)
  if (values.help) return 'help'
  const file = values['reference-values']
  if (file === undefined && !values.development) {
    throw new ConfigError('--reference-values', words.noReference, words.noReferenceFix)
  }
  const { signer } = values
  if (signer !== undefined && !/^0x[0-9a-f]{40}$/i.test(signer)) {
    throw new ConfigError('--signer', words.notAddress, words.notAddressFix)
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
    clear: values.clear ?? [],
    receiptsFolder: values.receipts ?? null,
    allowedOrigins: (values['allow-origin'] ?? []).map(readOrigin),
  }
}

/** @throws {ConfigError} */
function readGateway({ gateway, 'plain-http': plain }: ReturnType<typeof readArgs>): string {
  if (gateway === undefined) return 'http://127.0.0.1:8787'
  if (!URL.canParse(gateway)) {
    throw new ConfigError('--gateway', words.noGatewayAddress, words.gatewayAddressFix)
  }
  if (plain || !isPlainHttp(new URL(gateway))) return gateway
  throw new ConfigError('--gateway', words.plainHttp, words.plainHttpFix)
}

function readPort(text = '8788'): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new ConfigError('--port', words.notPort, words.notPortFix)
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
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new ConfigError(words.options, (error as Error).message, words.seeHelp)
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
    const because = url === undefined ? words.needsEnclave : words.needsGateway
    throw new ConfigError(`--${foreign}`, because, words.leaveOut)
  }
  if (url === undefined) return null
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw new ConfigError('--enclave', words.notHttps, words.notHttpsFix)
  }
  const root = values['simulation-root']
  if (root !== undefined && !values.development) {
    throw new ConfigError('--simulation-root', words.needsDevelopment, words.needsDevelopmentFix)
  }
  if (root === undefined && values.development) {
    throw new ConfigError('--simulation-root', words.noRoot, words.noRootFix)
  }
  if (values['reference-values'] === undefined) {
    throw new ConfigError('--reference-values', words.noReference, words.pinFix)
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
    const { code = words.unknownReason } = error as NodeJS.ErrnoException
    throw new ConfigError('--simulation-root', words.unreadable(code), words.pemFix)
  }
}

function readOrigin(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text
  throw new ConfigError('--allow-origin', words.notOrigin, words.notOriginFix)
}

function readReference(file: string): ReferenceValues {
  try {
    return parseReferenceValues(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new ConfigError(
      '--reference-values',
      words.referenceUnusable(file, (error as Error).message),
      words.referenceFix,
    )
  }
}
