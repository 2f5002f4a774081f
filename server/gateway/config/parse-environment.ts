import { environmentProblems } from '#shared/words/english/configuration/environment-problems.ts'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { ConfigError } from '../common/config-error.ts'
import { logLevels, type LogLevel } from '../common/safe-logger.ts'

export interface Environment {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Where keys, vouchers and the terms of signers are kept; it may hold a password. */
  readonly databaseUrl: string
  /** What all gateways count together, and the secret under which they digest addresses; null for one alone. */
  readonly shared: { readonly redisUrl: string; readonly callerSecret: Uint8Array } | null
  /** Processes on the one port. */
  readonly workers: number
  /** Path of the configuration file, or null when none was named. */
  readonly configPath: string | null
  /** Requests a minute for callers without a key. */
  readonly signedOutRpm: number
  /** Keys that may be made from one address in 24 hours. */
  readonly keysPerDay: number
  /** Days after which a key of the first plan that was not used ends. */
  readonly unusedKeyDays: number
  /** Whose `X-Forwarded-For` is believed: nobody, that many nearest hops, or these networks. */
  readonly trustProxy: false | number | readonly string[]
  /** Origins whose pages may ask a gateway on loopback without a key. */
  readonly allowedOrigins: readonly string[]
  /** Where flaws are reported, as `security.txt` names them; none means there is no such file. */
  readonly securityContacts: readonly string[]
  /** Where the packages of the browser extension are, or null for the place in which a build leaves them. */
  readonly extensionDir: string | null
  readonly logLevel: LogLevel
  /** How long answers in flight may go on after the gateway was asked to end. */
  readonly drainSeconds: number
  /** Path below which a proxy serves the gateway without taking it away, such as `/gateway`; empty for none. */
  readonly basePath: string
  /** Whether a signing key that the gateway made is destroyed once its term is over. */
  readonly retiredKeys: 'destroy' | 'keep'
}

type Variables = Readonly<Record<string, string | undefined>>

/** @throws {ConfigError} names the variable, the problem with its value, and the fix. */
export function parseEnvironment(variables: Variables): Environment {
  const dataDir = variables['DATA_DIR'] || './data'
  return {
    port: wholeNumber(variables, { name: 'PORT', fallback: 8787, least: 0, most: 65_535 }),
    host: variables['HOST'] || '127.0.0.1',
    dataDir,
    databaseUrl: variables['DATABASE_URL'] || `sqlite:${join(dataDir, 'countersign.db')}`,
    shared: parseShared(variables),
    workers: parseWorkers(variables),
    configPath: variables['GATEWAY_CONFIG'] || null,
    signedOutRpm: wholeNumber(variables, {
      name: 'SIGNED_OUT_RPM',
      fallback: 20,
      least: 0,
      most: 1_000_000,
    }),
    keysPerDay: wholeNumber(variables, {
      name: 'KEYS_PER_DAY',
      fallback: 20,
      least: 0,
      most: 1_000_000,
    }),
    unusedKeyDays: wholeNumber(variables, {
      name: 'UNUSED_KEY_DAYS',
      fallback: 90,
      least: 1,
      most: 36_500,
    }),
    trustProxy: parseTrustProxy(variables['TRUST_PROXY']),
    allowedOrigins: parseOrigins(variables['ALLOW_ORIGIN']),
    securityContacts: parseContacts(variables['SECURITY_CONTACT']),
    extensionDir: variables['EXTENSION_OUT'] || null,
    logLevel: parseLogLevel(variables['LOG_LEVEL']),
    drainSeconds: wholeNumber(variables, {
      name: 'DRAIN_SECONDS',
      fallback: 20,
      least: 0,
      most: 86_400,
    }),
    basePath: parseBasePath(variables['BASE_PATH']),
    retiredKeys: parseRetiredKeys(variables['RETIRED_KEYS']),
  }
}

function parseShared(variables: Variables): Environment['shared'] {
  const redisUrl = variables['REDIS_URL']
  if (!redisUrl) return null
  const secret = variables['CALLER_SECRET'] ?? ''
  if (/^[0-9a-f]{64}$/i.test(secret)) return { redisUrl, callerSecret: Buffer.from(secret, 'hex') }
  throw new ConfigError(
    'CALLER_SECRET',
    environmentProblems.callerSecret,
    environmentProblems.makeSecret,
  )
}

function parseWorkers(variables: Variables): number {
  const workers = wholeNumber(variables, { name: 'WORKERS', fallback: 1, least: 1, most: 256 })
  if (workers === 1 || variables['REDIS_URL']) return workers
  throw new ConfigError(
    'WORKERS',
    environmentProblems.countAlone(workers),
    environmentProblems.setRedis,
  )
}

interface NumberRule {
  readonly name: string
  readonly fallback: number
  readonly least: number
  readonly most: number
}

function wholeNumber(variables: Variables, { name, fallback, least, most }: NumberRule): number {
  const text = variables[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new ConfigError(
    name,
    environmentProblems.notWhole(text, least, most),
    environmentProblems.setExample(name, fallback),
  )
}

function parseLogLevel(text: string | undefined): LogLevel {
  if (text === undefined || text === '') return 'info'
  const level = logLevels.find((known) => known === text)
  if (level !== undefined) return level
  throw new ConfigError(
    'LOG_LEVEL',
    environmentProblems.noLevel(text),
    environmentProblems.levels(logLevels.join(', ')),
  )
}

function parseRetiredKeys(text: string | undefined): Environment['retiredKeys'] {
  if (text === undefined || text === '' || text === 'destroy') return 'destroy'
  if (text === 'keep') return 'keep'
  throw new ConfigError(
    'RETIRED_KEYS',
    environmentProblems.notKnown(text),
    environmentProblems.destroyOrKeep,
  )
}

function parseBasePath(text: string | undefined): string {
  if (text === undefined || text === '' || text === '/') return ''
  const path = text.replace(/\/$/, '')
  const isPath = /^(?:\/[A-Za-z0-9._~-]+)+$/.test(path) && !/\/\.{1,2}(?:\/|$)/.test(path)
  if (isPath) return path
  throw new ConfigError(
    'BASE_PATH',
    environmentProblems.noPath(text),
    environmentProblems.examplePath,
  )
}

function parseTrustProxy(text: string | undefined): Environment['trustProxy'] {
  if (text === undefined || text === '' || text === 'false') return false
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  const networks = text.split(',').map((part) => part.trim())
  if (networks.some((network) => /\/0+$/.test(network) && isNetwork(network))) {
    throw new ConfigError(
      'TRUST_PROXY',
      environmentProblems.trustsAll(text),
      environmentProblems.trustFront,
    )
  }
  if (networks.every(isNetwork)) return networks
  throw new ConfigError(
    'TRUST_PROXY',
    environmentProblems.notHops(text),
    environmentProblems.hopsExample,
  )
}

function parseOrigins(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return []
  const origins = text.split(',').map((part) => part.trim())
  if (origins.every((each) => URL.canParse(each) && new URL(each).origin === each)) return origins
  throw new ConfigError(
    'ALLOW_ORIGIN',
    environmentProblems.noOrigins(text),
    environmentProblems.originsExample,
  )
}

function parseContacts(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return []
  const contacts = text.split(',').map((part) => part.trim())
  if (contacts.every((each) => /^(?:mailto|https|tel):[!-~]+$/.test(each))) return contacts
  throw new ConfigError(
    'SECURITY_CONTACT',
    environmentProblems.noContacts(text),
    environmentProblems.contactsExample,
  )
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
