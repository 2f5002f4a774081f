import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { createInterface } from 'node:readline'
import type { FastifyInstance } from 'fastify'
import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import { OfferRefused, createVerifiedEnclaves } from '#shared/exchange/verified-enclaves.ts'
import { ConfigError } from '../../gateway/common/config-error.ts'
import { emptyCoreDumps } from '../../gateway/operation/empty-core-dumps.ts'
import { buildProxy } from './build-proxy.ts'
import { createGatewayClient, type GatewayClient } from './gateway-client.ts'
import { runInstall } from './install/run-install.ts'
import { createEnclaveRoute } from './enclave/enclave-route.ts'
import { createGatewayRoute } from './gateway-route.ts'
import { createReceiptFolder } from './keep-receipt.ts'
import { openEnclave } from './enclave/open-enclave.ts'
import {
  parseProxyOptions,
  proxyHelp,
  type DirectEnclave,
  type InstallCommand,
  type ProxyOptions,
} from './parse-proxy-options.ts'
import type { AboutLine } from './page/render-page.ts'
import { proxyFor } from './proxy-for.ts'
import type { ProxyRoute } from './proxy-route.ts'
import { failureLines, leftLine, refusalLine, verdictLines } from './print-verdict.ts'

// The process: it refuses to start unverified, and prints a verdict for each request.

const say = (line: string) => process.stdout.write(`${line}\n`)
const nowSeconds = () => Math.floor(Date.now() / 1000)
const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

emptyCoreDumps()

function leave(error: unknown): never {
  const lines =
    error instanceof OfferRefused
      ? [
          'The enclave is not verified:',
          ...failureLines(error.checks),
          ...(error.checks.some(({ id, status }) => id === 'quote.root' && status === 'fail')
            ? ['A simulated enclave, as the demo has, is for --development. It proves nothing.']
            : []),
        ]
      : [
          error instanceof ConfigError || error instanceof ExchangeRefused
            ? error.message
            : reachability(error),
        ]
  process.stderr.write(`The proxy does not start. ${lines.join('\n')}\n`)
  process.exit(1)
}

function reachability(error: unknown): string {
  const { code, name } = error as { code?: string; name?: string }
  return `The gateway cannot be used (${code ?? name ?? 'unknown reason'}).`
}

/** Where requests go, and what the user is told of it at the start. */
interface OpenedRoute {
  readonly route: ProxyRoute
  readonly measurement: string
  readonly about: readonly AboutLine[]
}

async function openGateway(options: ProxyOptions): Promise<OpenedRoute> {
  const through = proxyFor(options.gatewayUrl, process.env)
  const client = createGatewayClient({ ...options, through })
  const enclaves = createVerifiedEnclaves({
    client,
    ...options,
    simulatedReference: options.reference,
    nowSeconds,
    elapsedSeconds: () => performance.now() / 1000,
    randomBytes,
  })
  const signers = await trustedSigners(client, options)
  const model = options.models[0] ?? (await client.sealableModels())[0]
  if (model === undefined) {
    throw new ConfigError('--gateway', 'serves no model by an enclave', 'Use another gateway')
  }
  const { ready, checks } = await enclaves.forModel(model)
  const keep = options.receiptsFolder === null ? null : createReceiptFolder(options.receiptsFolder)
  const { measurement, scheme } = ready.enclave
  const route = createGatewayRoute({
    client,
    enclaves,
    trust: {
      signers,
      policy: {
        simulatedEnclave: options.simulation === 'accept' ? 'accept-in-development' : 'reject',
      },
    },
    clearTools: options.clearTools,
    allowedInClear: options.allowedInClear,
    nowSeconds,
    randomBytes,
    judged: (exchange, _judgement, end) => keep?.(exchange, end) ?? null,
  })
  const said = options.signer === null ? ', as the gateway says' : ''
  return {
    route,
    measurement: `${measurement}, ${scheme === 'aci-tdx-simulated/1' ? `simulated: ${checks.length} checks hold in the simulation` : `verified by ${checks.length} checks`}`,
    about: [['Signer', `${signers.current.address}${said}`]],
  }
}

async function openItself(enclave: DirectEnclave, options: ProxyOptions): Promise<OpenedRoute> {
  const { reference, models } = options
  if (reference === null) throw new TypeError('an enclave itself is always pinned')
  const monotonicMs = () => performance.now()
  const { upstream, established } = await openEnclave(enclave, {
    reference,
    nowSeconds,
    monotonicMs,
    throughFor: (address) => proxyFor(address, process.env),
  })
  const { measurement, scheme } = established
  const isSimulated = scheme === 'aci-tdx-simulated/1'
  return {
    route: createEnclaveRoute({ upstream, models }),
    measurement: `${measurement}, ${isSimulated ? 'simulated' : 'verified'}`,
    about: [['Way', 'to the enclave itself: its quote binds the TLS key, no gateway signs']],
  }
}

async function start(options: ProxyOptions): Promise<void> {
  const { enclave } = options
  const { route, measurement, about } =
    enclave === null ? await openGateway(options) : await openItself(enclave, options)
  const app = buildProxy({
    route,
    allowedOrigins: options.allowedOrigins,
    about: () => [['Base URL', `${addressOf(app)}/v1`], ['Enclave', measurement], ...about],
    report: {
      ended(answer) {
        for (const line of verdictLines(new Date(), answer)) say(line)
      },
      left: (asked) => say(leftLine({ at: new Date(), id: null }, asked)),
      refused(refusal, asked) {
        const head = { at: new Date(), id: refusal.headers['x-request-id'] ?? null }
        say(refusalLine(head, asked, refusal))
      },
    },
  })
  await app.listen({ port: options.port, host: '127.0.0.1' }).catch(explainListen)
  say(`Listening on ${addressOf(app)}`)
  say('')
  say(`  Base URL     ${addressOf(app)}/v1   (any key)`)
  say(`  Page         ${addressOf(app)}/   (the requests of this run)`)
  say(`  Enclave      ${measurement}`)
  for (const [name, text] of about) say(`  ${name.padEnd(12)} ${text}`)
  if (options.simulation === 'accept') {
    say('')
    say('  DEVELOPMENT MODE: simulated enclaves are accepted. They prove nothing about hardware.')
  }
  say('')
}

function addressOf({ server }: FastifyInstance): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function install({ answer, ...order }: InstallCommand): Promise<void> {
  const { env: variables } = process
  try {
    const outcome = await runInstall(order, {
      home: homedir(),
      variables,
      say,
      confirm: async () => answer === 'yes' || (await askUser('Make this change? [y/N] ')),
    })
    process.exitCode = outcome === 'declined' ? 1 : 0
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/** No answer is a no. */
async function askUser(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answered = Promise.withResolvers<string>()
  lines.once('close', () => answered.resolve(''))
  lines.question(question, answered.resolve)
  const text = await answered.promise
  lines.close()
  return /^y(?:es)?$/i.test(text.trim())
}

function explainListen(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EADDRINUSE') throw error
  throw new ConfigError(
    '--port',
    'is taken by another program, perhaps by a proxy that runs already',
    'Stop that, or choose another --port',
  )
}

/** A signer that the reader named, or the one that is published now and pinned from here on. */
async function trustedSigners(
  client: GatewayClient,
  { signer }: ProxyOptions,
): Promise<SignerHistory> {
  return signer === null ? client.signers() : { current: { address: signer }, retired: [] }
}

process.on('uncaughtException', leave)
process.on('unhandledRejection', leave)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))

try {
  const options = parseProxyOptions(process.argv.slice(2), process.env)
  if (options === 'help') say(proxyHelp)
  else if ('action' in options) await install(options)
  else await start(options)
} catch (error) {
  leave(error)
}
