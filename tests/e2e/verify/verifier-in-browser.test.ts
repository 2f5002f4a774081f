import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { judgeRecording } from '../../../server/commands/attest/judge-recording.ts'
import { readRecording } from '../../../server/commands/attest/read-recording.ts'
import {
  hasRecordings,
  recordingNames,
  recordingPath,
  withoutRecordings,
} from '../../support/providers/provider-recordings.ts'
import { sharedBrowser } from '../../support/browser/shared-browser.ts'
import { untilEnd } from '../../support/until-end.ts'
import { hasFixtures, readFixture, withoutFixtures } from '../../support/shared-fixture.ts'
import type { VectorResult } from '../../support/enclave/run-aci-vectors.ts'
import type {
  PortableRecording,
  RealQuote,
  VerifierInBrowser,
} from '../../support/verify-page/verifier-in-browser.ts'
import vectors from '../../vectors/aci-protocol.aci.json' with { type: 'json' }

/** No code from strings and no WebAssembly: the policy of an extension's service worker. */
const policy = "default-src 'none'; script-src 'self'; worker-src 'self'"
const root = join(import.meta.dirname, '../../..')

const html = '<!doctype html><script src="/verifier.js"></script>'
const workerEnd =
  'onmessage = ({ data, ports }) => ports[0].postMessage(verifier.runAciVectors(data))'

const failures: string[] = []

/** The verifier of shared/ as one script, the way pages and workers load it. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root,
    resolve: { alias: { '#shared': join(root, 'shared') } },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: join(root, 'tests/support/verify-page/verifier-in-browser.ts'),
        formats: ['iife'],
        name: 'unused',
      },
    },
  })
  const [first] = [built].flat()
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error('nothing was built')
  return chunk.code
}

const script = await bundle()
const server = createServer((request, response) => {
  const isScript = request.url?.endsWith('.js') === true
  const body = request.url === '/worker.js' ? `${script}\n${workerEnd}` : isScript ? script : html
  response
    .writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'content-security-policy': policy,
    })
    .end(body)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const browser = await untilEnd(sharedBrowser())
const page = await browser.newPage()
page.on('pageerror', (error) => failures.push(error.message))
await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

test('every vector of the protocol holds in a service worker that forbids eval and WebAssembly', async () => {
  const results = await page.evaluate(async (input) => {
    const { active, waiting, installing } = await navigator.serviceWorker.register('/worker.js')
    const worker = active ?? waiting ?? installing
    const { port1, port2 } = new MessageChannel()
    worker?.postMessage(input, [port2])
    return new Promise<readonly VectorResult[]>((resolve) => {
      port1.addEventListener('message', ({ data }) => resolve(data as readonly VectorResult[]))
      port1.start()
    })
  }, vectors)
  expect(results.length).toBeGreaterThan(20)
  for (const { name, found, expected } of results) expect(found, name).toBe(expected)
})

type Loaded = typeof globalThis & { readonly verifier: VerifierInBrowser }

test.skipIf(!hasFixtures)(`a real quote is judged in a browser too${withoutFixtures}`, async () => {
  const real = readFixture<RealQuote>('real_near_mpc_tdx.json')
  const judge = (input: RealQuote) =>
    page.evaluate((each) => (globalThis as Loaded).verifier.judgeQuote(each), input)
  expect(await judge(real)).toBe('verified')
  expect(await judge({ ...real, verification_time: 1_789_260_000 })).toBe('rejected')
})

function portable(name: string): PortableRecording {
  const recording = readRecording(recordingPath(name))
  const kept = ['tcb-info-issuer-chain', 'sgx-enclave-identity-issuer-chain']
  return {
    ...recording,
    responses: recording.responses.map(({ url, body, header, peer }) => ({
      url,
      body: Buffer.from(body).toString('latin1'),
      headers: Object.fromEntries(kept.map((each) => [each, header(each)])),
      peer,
    })),
  }
}

/** All of them in `npm run test:all`; else one of Intel with its GPUs, and one of AMD. */
const judged =
  process.env['TEST_ALL'] === 'yes'
    ? recordingNames
    : ['venice-2026-06-10', 'tinfoil-direct-2026-06-29']

test.skipIf(!hasRecordings).each(judged)(
  `%s is judged in a browser as it is here, check by check${withoutRecordings}`,
  async (name) => {
    const here = judgeRecording(readRecording(recordingPath(name)), null)
    const there = await page.evaluate(
      (recording) => (globalThis as Loaded).verifier.judgeRecorded(recording),
      portable(name),
    )
    expect(failures).toEqual([])
    expect(there.kind).toBe(here.kind)
    expect(there.checks).toEqual(
      here.checks.map(({ id, subject, status }) => `${status} ${id} ${subject}`),
    )
  },
)
