import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { ask, type ErrorBody } from '../support/ask.ts'
import { sealedModel, startEnclave } from '../support/start-enclave.ts'
import { startProxy } from '../support/start-proxy.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { programPath } from '../support/program-path.ts'

const setup = await untilEnd(startEnclave())

interface Started {
  readonly output: () => string
  /** Where it listens, or null when it ended instead. */
  readonly url: string | null
  readonly code: number | null
}

/** Its input is a terminal, and its output, as always here, is none. */
const inTerminal = 'data:text/javascript,process.stdin.isTTY=true'

/** The proxy as its user starts it, with its output in a file. */
function start(...args: readonly string[]): Promise<Started> {
  const main = programPath('server/commands/proxy/main.ts')
  const child = spawn(process.execPath, ['--import', inTerminal, main, '--port', '0', ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  return new Promise((resolve) => {
    const hear = (chunk: Buffer) => {
      printed += chunk.toString('utf8')
      const url = /Base URL\s+(\S+)\/v1/.exec(printed)?.[1]
      if (url !== undefined) resolve({ output: () => printed, url, code: null })
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => resolve({ output: () => printed, url: null, code }))
  })
}

const messages = [{ role: 'user', content: 'canary-of-the-proxy' }]
const tool = { type: 'function', function: { name: 'find', parameters: { type: 'object' } } }

test('started in development mode it serves, and prints a verdict without any content', async () => {
  const { output, url } = await start('--gateway', setup.gateway.baseUrl, '--development')
  await expect.poll(output).toContain('DEVELOPMENT MODE')
  const { status, text } = await ask(`${url}/v1/chat/completions`, { model: sealedModel, messages })
  expect(status).toBe(200)
  expect(text).toContain('demo')
  await expect
    .poll(output)
    .toMatch(/test-sealed \(enclave-model in the enclave\) {2}△ Simulated enclave\n/)
  await expect.poll(output).toContain('not proven: Any hardware')
  expect(output()).toContain('checks hold in the simulation')
  expect(output()).not.toMatch(/\bverified\b/i)
  expect(output()).not.toContain('canary')
})

test.each([
  ['with nothing pinned', () => [], /says which enclave to accept/],
  [
    'with what real hardware would need pinned',
    () => ['--reference-values', pinned()],
    /FAIL The enclave’s proof does not lead to the maker of the processor\..*quote\.root[^]*--development/,
  ],
  [
    'in development mode, with another simulation pinned',
    () => ['--development', '--reference-values', pinned({ compose_hashes: ['00'.repeat(32)] })],
    /FAIL .*policy\.compose/,
  ],
])('%s it does not start, and says why', async (_what, args, why) => {
  const { output, url, code } = await start('--gateway', setup.gateway.baseUrl, ...args())
  expect(url).toBeNull()
  expect(code).toBe(1)
  expect(output()).toMatch(why)
})

test('with its own values pinned it starts, serves a page that was named, and asks nobody who would not see it', async () => {
  const origin = 'http://localhost:3000'
  const pins = ['--development', '--reference-values', pinned()]
  const { url } = await start('--gateway', setup.gateway.baseUrl, ...pins, '--allow-origin', origin)
  const body = { model: sealedModel, messages, tools: [tool] }
  const refused = await ask(`${url}/v1/chat/completions`, body, { origin })
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin)
  expect(refused.json<ErrorBody>().error.code).toBe('e2ee_tools_not_private')
})

function pinned(more: object = {}): string {
  const path = join(temporaryFolder(), 'pins.json')
  writeFileSync(path, JSON.stringify({ ...setup.simulator.referenceValues, ...more }))
  return path
}

test('when the enclave is not verified it does not start, and names the check', async () => {
  const { simulator, gateway } = await untilEnd(startEnclave())
  // The gateway's own session holds; what the proxy asks for is a fresh report.
  await simulator.restart('debug-td')
  const { output, code } = await start('--gateway', gateway.baseUrl, '--development')
  expect(code).toBe(1)
  expect(output()).toMatch(/quote\.td-debug|attestation_unavailable|No enclave/)
  expect(simulator.counts.chat).toBe(0)
})

test('a signer that the reader knows must be the one that signs', async () => {
  const stranger = `0x${'11'.repeat(20)}`
  const { output, url } = await start(
    '--gateway',
    setup.gateway.baseUrl,
    '--development',
    '--signer',
    stranger,
  )
  const { status, json } = await ask(`${url}/v1/chat/completions`, { model: sealedModel, messages })
  expect(status).toBe(503)
  expect(json<ErrorBody>().error.code).toBe('unverified_enclave')
  await expect.poll(output).toContain('✕ Check failed')
  expect(output()).toMatch(/FAIL The gateway did not sign this receipt.*\[receipt\.signer: /)
})

test('a person who is asked decides about tools and settings once, and the verdict says what left', async () => {
  const asked: (readonly string[])[] = []
  const askInClear = (names: readonly string[]) => asked.push(names) > 0
  const proxy = await untilEnd(startProxy(setup.gateway.baseUrl, [], { askInClear }))
  const schema = { name: 'a', schema: { type: 'object' } }
  const response_format = { type: 'json_schema', json_schema: schema }
  const body = { model: sealedModel, messages, tools: [tool], response_format }
  for (const _time of [1, 2]) {
    expect((await ask(`${proxy.baseUrl}/v1/chat/completions`, body)).status).toBe(200)
  }
  expect(asked).toEqual([['response_format.json_schema', 'tools']])
  expect(proxy.judgements[1]?.sentInClear).toEqual(
    expect.arrayContaining(['tools', 'response_format.json_schema']),
  )
})

test('only models that an enclave serves are listed', async () => {
  const proxy = await untilEnd(startProxy(setup.gateway.baseUrl))
  const list = (await (await fetch(`${proxy.baseUrl}/v1/models`)).json()) as {
    data: { id: string }[]
  }
  expect(list.data.map(({ id }) => id)).toEqual([sealedModel])
})
