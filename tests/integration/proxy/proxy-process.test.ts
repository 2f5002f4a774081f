import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../../support/at-end.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type ErrorBody } from '../../support/requests/ask.ts'
import { sealedModel, startEnclave } from '../../support/enclave/start-enclave.ts'
import { startProxy } from '../../support/gateway/start-proxy.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { programPath } from '../../support/program-path.ts'
import { sealSignerOf } from '../../support/gateway/seal-signer-of.ts'
import { verify } from '../../support/receipts/verify-file.ts'

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
  atEnd(() => child.kill('SIGKILL'))
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

const origin = 'http://localhost:3000'
const receipts = join(temporaryFolder(), 'receipts')
/** With its own values pinned, for a page that is named, and with receipts kept. */
const pins = ['--development', '--reference-values', pinned()]
const own = ['--allow-origin', origin, '--receipts', receipts]
const serving = await start('--gateway', setup.gateway.baseUrl, ...pins, ...own)

const chat = (more: object = {}, headers = {}, { url } = serving) =>
  ask(`${url}/v1/chat/completions`, { model: sealedModel, messages, ...more }, headers)

test('in development mode it serves, and each request has a line: its time, its id, the verdict, and no content', async () => {
  const { output, url } = serving
  await expect.poll(output).toContain('DEVELOPMENT MODE')
  const { status, text, headers } = await chat()
  expect(status).toBe(200)
  expect(text).toContain('demo')
  const id = headers.get('x-request-id') ?? 'none'
  await expect
    .poll(output)
    .toMatch(
      new RegExp(
        `^\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}Z  ${id}  ${sealedModel} \\(enclave-model in the enclave\\) {2}△ Simulated enclave$`,
        'm',
      ),
    )
  await expect.poll(output).toContain('not proven: Any hardware')
  expect(output()).toContain('checks hold in the simulation')
  expect(output()).not.toMatch(/\bverified\b/i)
  await ask(`${url}/v1/completions`, {})
  await expect.poll(output).toMatch(/^\S+Z {2}– Refused: not_found \(404\)$/m)
  expect(output()).not.toContain('canary')
})

test('it serves a page that was named, and asks nobody who would not see it, but says which option allows the request', async () => {
  const refused = await chat({ tools: [tool] }, { origin })
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin)
  expect(refused.json<ErrorBody>().error.code).toBe('e2ee_tools_not_private')
  await expect
    .poll(serving.output)
    .toMatch(
      /^\S+Z {2}test-sealed {2}– Refused: e2ee_tools_not_private \(400, tools\); --clear tools allows it$/m,
    )
  expect(serving.output()).not.toContain('canary')
})

test('a receipt that is kept opens by the verify command, and says nothing in clear', async () => {
  const before = readdirSync(receipts)
  for (const stream of [false, true]) await chat({ stream })
  const names = readdirSync(receipts).filter((name) => !before.includes(name))
  expect(names).toHaveLength(2)
  for (const name of names) {
    const file = join(receipts, name)
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(readFileSync(file, 'utf8')).not.toContain('canary')
    const options = ['--gateway', setup.gateway.baseUrl, '--development', '--verbose'] as const
    const ran = await verify(file, ...options)
    expect(ran.stdout).toContain('PASS commitment.prompt')
    expect(ran.stdout).toContain('PASS commitment.response')
    expect(ran.code).toBe(0)
  }
})

test('a receipt that cannot be kept is told to the user, and the answer comes all the same', async () => {
  rmSync(receipts, { recursive: true })
  for (const stream of [false, true]) {
    const answer = await chat({ stream })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('"verdict"')
  }
  const told = serving.output().match(/The receipt could not be saved \(ENOENT\)/g)
  expect(told).toHaveLength(2)
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

test('another signer than the reader knows is named, with what accepts it, and its answer is not handed out', async () => {
  const stranger = `0x${'11'.repeat(20)}`
  const signer = await sealSignerOf(setup.gateway.baseUrl)
  const pinning = ['--gateway', setup.gateway.baseUrl, '--development', '--signer', stranger]
  const started = await start(...pinning)
  const { status, json } = await chat({}, {}, started)
  const { message, code } = json<ErrorBody>().error
  expect([status, code]).toEqual([503, 'unverified_enclave'])
  const said = `signs with ${signer}; this proxy expects ${stranger}`
  expect(message).toContain(said)
  expect(message).toContain(`--signer ${signer}`)
  await expect.poll(started.output).toContain(said)
  expect(started.output()).toContain('✕ Check failed')
  expect(started.output()).toMatch(
    /FAIL The gateway did not sign this receipt.*\[receipt\.signer: /,
  )
})

test('a port that is taken is said to be', async () => {
  const { port } = new URL(serving.url ?? '')
  const taken = ['--gateway', setup.gateway.baseUrl, '--development', '--port', port]
  const { output, url } = await start(...taken)
  expect(url).toBeNull()
  expect(output()).toMatch(/--port: is in use.*choose another --port/)
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
