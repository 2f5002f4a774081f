import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { OfferRefused } from '#shared/exchange/verified-enclaves.ts'
import { openEnclave } from '../../../server/commands/proxy/enclave/open-enclave.ts'
import { startSimulator, type Simulator } from '../../../server/demo/enclave/start-simulator.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { startConnectProxy } from '../../support/peers/start-connect-proxy.ts'
import { programPath } from '../../support/program-path.ts'
import { sealedModel, startEnclave } from '../../support/enclave/start-enclave.ts'
import { makeKey } from '../../support/gateway/make-key.ts'

// The local proxy behind a proxy that only passes connections on.

/** The same address under a name that only the other proxy knows. */
function named(address: string): string {
  const { protocol, port, pathname } = new URL(address)
  return `${protocol}//somewhere.test:${port}${pathname.replace(/\/$/, '')}`
}

function start(variables: Readonly<Record<string, string>>, gatewayUrl: string, key: string) {
  const main = programPath('server/commands/proxy/main.ts')
  const args = [main, '--development', '--port', '0', '--plain-http', '--key', key]
  args.push('--gateway', gatewayUrl)
  const child = spawn(process.execPath, args, { env: { ...process.env, ...variables } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8')
    })
  }
  return () => printed
}

/** What is an exception to it: proxy-for.test.ts. */
test('HTTP_PROXY is used for a gateway elsewhere', async () => {
  const setup = await untilEnd(startEnclave())
  const { url, asked } = await startConnectProxy()
  const { baseUrl } = setup.gateway
  const HTTP_PROXY = url.replace('//', '//me:secret@')
  // Under another name than its machine's a gateway wants a key.
  const key = await makeKey(baseUrl)
  const through = start({ HTTP_PROXY }, named(baseUrl), key)
  await expect.poll(through, { timeout: 20_000 }).toContain('Base URL')
  const own = /Base URL\s+(\S+)\/v1/.exec(through())?.[1] ?? ''
  const messages = [{ role: 'user', content: 'Hi' }]
  const answer = await ask(`${own}/v1/chat/completions`, { model: sealedModel, messages })
  expect(answer.status).toBe(200)
  const credential = `Basic ${Buffer.from('me:secret').toString('base64')}`
  expect(asked).toContainEqual({ place: `somewhere.test:${new URL(baseUrl).port}`, credential })
  expect(through()).not.toContain('secret')
})

function open(simulator: Simulator, proxy: string) {
  return openEnclave(
    {
      url: named(simulator.baseUrl),
      key: null,
      collateralUrl: named(simulator.collateralUrl),
      simulationRoot: simulator.rootPem,
    },
    {
      reference: parseReferenceValues(simulator.referenceValues),
      nowSeconds: () => Math.floor(Date.now() / 1000),
      monotonicMs: () => performance.now(),
      throughFor: () => new URL(proxy),
    },
  )
}

test('an enclave is met through it under its own key, collateral and all', async () => {
  const simulator = await untilEnd(startSimulator())
  const { url, asked } = await startConnectProxy()
  const { upstream, established } = await open(simulator, url)
  onTestFinished(() => upstream.close())
  expect(established.measurement).toMatch(/^[0-9a-f]{64}$/)
  const ports = [simulator.baseUrl, simulator.collateralUrl].map((each) => new URL(each).port)
  const places = new Set(asked.map(({ place }) => place))
  expect(places).toEqual(new Set(ports.map((port) => `somewhere.test:${port}`)))
})

test('a proxy that leads to somebody else is found out before anything is sent', async () => {
  const [simulator, other] = [await startSimulator(), await startSimulator()]
  onTestFinished(async () => {
    await Promise.all([simulator.close(), other.close()])
  })
  const [own, foreign] = [simulator, other].map(({ baseUrl }) => Number(new URL(baseUrl).port))
  const { url } = await startConnectProxy((port) => (port === own ? (foreign ?? 0) : port))
  const error = await open(simulator, url).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(OfferRefused)
  expect((error as OfferRefused).checks.map(({ id }) => id)).toContain('quote.root')
  expect(other.counts.chat).toBe(0)
})

test('a proxy that refuses, or is not there, is an error and no way around', async () => {
  const simulator = await untilEnd(startSimulator())
  const { url } = await startConnectProxy(() => 1)
  await expect(open(simulator, url)).rejects.toBeInstanceOf(OfferRefused)
  await expect(open(simulator, 'http://127.0.0.1:1')).rejects.toBeInstanceOf(OfferRefused)
  expect(simulator.counts.attestation).toBe(0)
})
