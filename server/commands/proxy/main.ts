import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import type { FastifyInstance } from 'fastify'
import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import { createClearConsent } from '#shared/exchange/clear-consent.ts'
import { isSimulation } from '#shared/modes.ts'
import { OfferRefused, createVerifiedEnclaves } from '#shared/exchange/verified-enclaves.ts'
import { showText } from '#shared/text/show-text.ts'
import { ConfigError } from '../../gateway/common/config-error.ts'
import { emptyCoreDumps } from '../../gateway/operation/empty-core-dumps.ts'
import { buildProxy } from './build-proxy.ts'
import { createGatewayClient, type GatewayClient } from './gateway-client.ts'
import { createEnclaveRoute } from './enclave/enclave-route.ts'
import { createGatewayRoute } from './gateway-route.ts'
import { createReceiptFolder } from './keep-receipt.ts'
import { openEnclave } from './enclave/open-enclave.ts'
import { parseProxyOptions, type DirectEnclave, type ProxyOptions } from './parse-proxy-options.ts'
import { proxyFor } from './proxy-for.ts'
import type { ProxyRoute } from './proxy-route.ts'
import { failureLines, leftLine, refusalLine, verdictLines } from './print-verdict.ts'
import { proxyWords as words } from '#shared/words/english/programs/proxy-command.ts'

// The process: it refuses to start unverified, and prints a verdict for each request.

const say = (line: string) => process.stdout.write(`${line}\n`)
const nowSeconds = () => Math.floor(Date.now() / 1000)
const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

emptyCoreDumps()

function leave(error: unknown): never {
  const lines =
    error instanceof OfferRefused
      ? [
          words.notVerified,
          ...failureLines(error.checks),
          ...(error.checks.some(({ id, status }) => id === 'quote.root' && status === 'fail')
            ? [words.simulationNeedsDevelopment]
            : []),
        ]
      : [
          error instanceof ConfigError || error instanceof ExchangeRefused
            ? error.message
            : reachability(error),
        ]
  process.stderr.write(`${words.notStarted(lines.join('\n'))}\n`)
  process.exit(1)
}

function reachability(error: unknown): string {
  const { code, name } = error as { code?: string; name?: string }
  return words.gatewayUnusable(code ?? name ?? words.unknownReason)
}

/** Where requests go, and what the user is told of it at the start. */
interface OpenedRoute {
  readonly route: ProxyRoute
  readonly measurement: string
  readonly about: readonly [name: string, text: string]
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
    throw new ConfigError('--gateway', words.noEnclave, words.noEnclaveFix)
  }
  const { ready, checks } = await enclaves.forModel(model)
  const keep = options.receiptsFolder === null ? null : createReceiptFolder(options.receiptsFolder)
  const { measurement } = ready.enclave
  const verifiedBy = 'verifiedBy' in ready ? ready.verifiedBy : ready.enclave.scheme
  const route = createGatewayRoute({
    client,
    enclaves,
    trust: {
      signers,
      policy: {
        simulatedEnclave: options.simulation === 'accept' ? 'accept-in-development' : 'reject',
      },
    },
    consent: createClearConsent(options.clear, terminal() ? askInClear : undefined),
    nowSeconds,
    randomBytes,
    judged: (exchange, _judgement, end) => keep?.(exchange, end) ?? null,
  })
  const said = options.signer === null ? words.asGatewaySays : ''
  return {
    route,
    measurement: `${measurement}, ${isSimulation(verifiedBy) ? words.simulatedBy(checks.length) : words.verifiedBy(checks.length)}`,
    about: [words.signer, `${signers.current.address}${said}`],
  }
}

async function openItself(enclave: DirectEnclave, options: ProxyOptions): Promise<OpenedRoute> {
  const { reference, models } = options
  if (reference === null) throw new TypeError('--enclave needs reference values')
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
    measurement: `${measurement}, ${isSimulated ? words.simulated : words.verified}`,
    about: [words.way, words.wayToEnclave],
  }
}

async function start(options: ProxyOptions): Promise<void> {
  const { enclave } = options
  const { route, measurement, about } =
    enclave === null ? await openGateway(options) : await openItself(enclave, options)
  const app = buildProxy({
    route,
    allowedOrigins: options.allowedOrigins,
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
  say(words.listening(addressOf(app)))
  say('')
  say(words.baseUrlLine(addressOf(app)))
  say(words.enclaveLine(measurement))
  say(`  ${about[0].padEnd(12)} ${about[1]}`)
  if (options.simulation === 'accept') {
    say('')
    say(words.development)
  }
  say('')
}

function addressOf({ server }: FastifyInstance): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
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

/** Whether a person can be asked. */
function terminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY
}

function askInClear(names: readonly string[]): Promise<boolean> {
  return askUser(words.clearQuestion(names.map((name) => showText(name, 100)).join(', ')))
}

function explainListen(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EADDRINUSE') throw error
  throw new ConfigError('--port', words.portTaken, words.portTakenFix)
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
  if (options === 'help') say(words.help)
  else await start(options)
} catch (error) {
  leave(error)
}
