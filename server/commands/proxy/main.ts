import type { AddressInfo } from 'node:net'
import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import { OfferRefused, createVerifiedEnclaves } from '#shared/exchange/verified-enclaves.ts'
import { ConfigError } from '../../config/config-error.ts'
import { buildProxy } from './build-proxy.ts'
import { createGatewayClient, type GatewayClient } from './gateway-client.ts'
import { parseProxyOptions, proxyHelp, type ProxyOptions } from './parse-proxy-options.ts'
import { describeOtherSigner } from './describe-other-signer.ts'
import { createReceiptFolder } from './keep-receipt.ts'
import { failureLines, leftLine, refusalLine, verdictLines } from './print-verdict.ts'

// The process: it refuses to start unverified, and prints a verdict for each request.

const say = (line: string) => process.stdout.write(`${line}\n`)
const nowSeconds = () => Math.floor(Date.now() / 1000)
const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

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

async function start(options: ProxyOptions): Promise<void> {
  const client = createGatewayClient(options)
  const enclaves = createVerifiedEnclaves({
    client,
    ...options,
    simulatedReference: options.reference,
    nowSeconds,
    randomBytes,
  })
  const signers = await trustedSigners(client, options)
  const model = options.model ?? (await client.sealableModels())[0]
  if (model === undefined) {
    throw new ConfigError('--gateway', 'serves no model by an enclave', 'Use another gateway')
  }
  const { ready, checks } = await enclaves.forModel(model)
  const keep = options.receiptsFolder === null ? null : createReceiptFolder(options.receiptsFolder)
  const app = buildProxy({
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
    allowedOrigins: options.allowedOrigins,
    nowSeconds,
    randomBytes,
    report: {
      ended(exchange, judgement, end) {
        const { model: asked, enclaveModel, headers } = exchange
        const name = `${asked} (${enclaveModel} in the enclave)`
        const head = { at: new Date(), id: headers['x-request-id'] ?? null }
        const { svc } = end
        for (const line of verdictLines(head, name, { judgement, svc })) say(line)
        const other = describeOtherSigner(svc, signers)
        if (other !== null) say(`  ${other}`)
        const lost = keep?.(exchange, end) ?? null
        if (lost !== null) say(`  ${lost}`)
      },
      left: (asked) => say(leftLine({ at: new Date(), id: null }, asked)),
      refused(refusal, asked) {
        const head = { at: new Date(), id: refusal.headers['x-request-id'] ?? null }
        say(refusalLine(head, asked, refusal))
      },
    },
  })
  await app.listen({ port: options.port, host: '127.0.0.1' }).catch(explainListen)
  const { port } = app.server.address() as AddressInfo
  say(`Listening on http://127.0.0.1:${port}`)
  say('')
  say(`  Base URL     http://127.0.0.1:${port}/v1   (any key)`)
  say(
    `  Enclave      ${ready.enclave.measurement}, ${ready.enclave.scheme === 'aci-tdx-simulated/1' ? `simulated: ${checks.length} checks hold in the simulation` : `verified by ${checks.length} checks`}`,
  )
  say(
    `  Signer       ${signers.current.address}${options.signer === null ? ', as the gateway says' : ''}`,
  )
  if (options.simulation === 'accept') {
    say('')
    say('  DEVELOPMENT MODE: simulated enclaves are accepted. They prove nothing about hardware.')
  }
  say('')
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
  else await start(options)
} catch (error) {
  leave(error)
}
