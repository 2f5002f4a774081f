import { spawn } from 'node:child_process'
import { rmSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import OpenAI from 'openai'
import { expect, onTestFinished, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { ask, type ErrorBody } from '../support/ask.ts'
import { sealedModel, startEnclave } from '../support/start-enclave.ts'
import { startMiddle } from '../support/start-middle.ts'
import { startProxy } from '../support/start-proxy.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { verify } from '../support/verify-file.ts'
import { programPath } from '../support/program-path.ts'

// What the local proxy leaves to the tool, and tells its user.

const setup = await untilEnd(startEnclave())

const messages = [{ role: 'user' as const, content: 'canary-of-the-tool' }]

async function proxyFor(gatewayUrl = setup.gateway.baseUrl) {
  const proxy = await untilEnd(startProxy(gatewayUrl))
  const chat = (more: object = {}) =>
    ask(`${proxy.baseUrl}/v1/chat/completions`, { model: sealedModel, messages, ...more })
  return { proxy, chat }
}

/** Before a gateway in whose place this answers to encrypted requests. */
async function proxyBefore(status: number, headers: Record<string, string>, error: object) {
  const middle = await untilEnd(startMiddle(setup.gateway.baseUrl))
  middle.lie({
    onAnswer(answer, { path }) {
      if (!path.startsWith('/api/e2ee/relay')) return
      answer.status = status
      answer.headers = { ...answer.headers, ...headers, 'content-type': 'application/json' }
      answer.body = Buffer.from(JSON.stringify({ error }))
    },
  })
  return proxyFor(middle.baseUrl)
}

interface HandedOut {
  readonly svc: {
    readonly receipt_digest: string
    readonly privacy_mode: string
    readonly verdict: { readonly by: string; readonly state: string; readonly label: string }
  }
}

/** The proxy as its user starts it. */
function start(...args: readonly string[]) {
  const main = programPath('server/commands/proxy/main.ts')
  const child = spawn(process.execPath, [main, '--development', ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  return new Promise<{ output: () => string; url: string | null }>((resolve) => {
    const hear = (chunk: Buffer) => {
      printed += chunk.toString('utf8')
      const url = /Base URL\s+(\S+)\/v1/.exec(printed)?.[1]
      if (url !== undefined) resolve({ output: () => printed, url })
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => resolve({ output: () => printed, url: null }))
  })
}

test('a buffered answer carries svc with the proxy’s own verdict, and headers', async () => {
  const { chat } = await proxyFor()
  const answer = await chat()
  const { svc } = answer.json<HandedOut>()
  expect(answer.text).toMatch(/"svc":\{.*\}\}$/)
  expect(svc.privacy_mode).toBe('e2ee')
  expect(svc.verdict).toMatchObject({
    by: 'countersign-proxy',
    state: 'simulated',
    label: 'Simulated enclave',
    outcome: 'complete',
  })
  expect(answer.headers.get('x-svc-mode')).toBe('e2ee')
  expect(answer.headers.get('x-svc-receipt-digest')).toBe(svc.receipt_digest)
  expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
  expect(answer.headers.get('x-ratelimit-limit-requests')).toMatch(/^\d+$/)
})

test('a stream carries it once, in the event in which it finishes, as the official client reads it', async () => {
  const { proxy } = await proxyFor()
  const client = new OpenAI({ baseURL: `${proxy.baseUrl}/v1`, apiKey: 'any', maxRetries: 0 })
  const { data, response } = await client.chat.completions
    .create({ model: sealedModel, messages, stream: true })
    .withResponse()
  expect(response.headers.get('x-svc-mode')).toBe('e2ee')
  const blocks: HandedOut['svc'][] = []
  for await (const chunk of data) {
    const { svc } = chunk as Partial<HandedOut>
    if (svc === undefined) continue
    expect(chunk.choices[0]?.finish_reason).toBe('stop')
    blocks.push(svc)
  }
  expect(blocks.map(({ verdict }) => verdict.state)).toEqual(['simulated'])
})

test('an answer that does not verify is handed out without svc', async () => {
  const faulty = await untilEnd(startEnclave({ fault: 'response-hash' }))
  const { chat } = await proxyFor(faulty.gateway.baseUrl)
  for (const more of [{}, { stream: true }]) {
    expect((await chat(more)).text).not.toContain('receipt_digest')
  }
})

test('a 429 keeps when to come back and what is left', async () => {
  const headers = {
    'retry-after': '17',
    'x-ratelimit-remaining-requests': '0',
    'x-request-id': 'req_of-the-gateway',
    'x-secret': 'no',
  }
  const { chat, proxy } = await proxyBefore(429, headers, {
    message: 'Slow down.',
    code: 'rate_limit_exceeded',
  })
  const answer = await chat()
  expect(answer.status).toBe(429)
  expect(answer.json<ErrorBody>().error.code).toBe('rate_limit_exceeded')
  for (const [name, value] of Object.entries(headers)) {
    expect(answer.headers.get(name)).toBe(name === 'x-secret' ? null : value)
  }
  expect(proxy.refused).toEqual(['rate_limit_exceeded'])
})

test('an upstream’s refusal of the request stays readable by its code', async () => {
  const { chat } = await proxyBefore(
    400,
    { 'x-should-retry': 'false' },
    {
      message: 'Too long.',
      code: 'context_length_exceeded',
      param: 'messages',
    },
  )
  const answer = await chat()
  expect(answer.status).toBe(400)
  expect(answer.json<ErrorBody>().error).toMatchObject({
    code: 'context_length_exceeded',
    param: 'messages',
    message: expect.stringContaining('Too long.') as string,
  })
  expect(answer.headers.get('x-should-retry')).toBe('false')
})

test('a tool that goes away is told as that, and nothing is judged', async () => {
  const middle = await untilEnd(startMiddle(setup.gateway.baseUrl))
  const { proxy } = await proxyFor(middle.baseUrl)
  for (const stream of [true, false]) {
    const until = Promise.withResolvers<void>()
    middle.lie({ holdAnswer: until.promise })
    const held = middle.held()
    const left = new AbortController()
    const asked = fetch(`${proxy.baseUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: sealedModel, messages, stream }),
      signal: left.signal,
    }).then((response) => response.text())
    await held
    const before = proxy.left.length
    left.abort()
    await expect(asked).rejects.toThrow()
    await expect.poll(() => proxy.left.length).toBe(before + 1)
    until.resolve()
  }
  expect(proxy.left).toEqual([sealedModel, sealedModel])
  expect([...proxy.judgements, ...proxy.refused]).toEqual([])
})

test('a refusal names the option that allows such a request', async () => {
  const { chat } = await proxyFor()
  const tools = [{ type: 'function', function: { name: 'f', parameters: {} } }]
  const messageOf = async (more: object) => (await chat(more)).json<ErrorBody>().error.message
  expect(await messageOf({ tools })).toContain('start the proxy with --clear tools')
  expect(await messageOf({ stop: ['x'] })).toContain('--clear stop')
  expect(await messageOf({ messages: [{ ...messages[0], name: 'me' }] })).toContain(
    '--clear messages[].name',
  )
  expect(await messageOf({ logprobs: true })).not.toContain('--allow')
})

test('each request has a line with its time and id; refusals have one, and content none', async () => {
  const { output, url } = await start('--gateway', setup.gateway.baseUrl, '--port', '0')
  const chat = (more: object) =>
    ask(`${url}/v1/chat/completions`, { model: sealedModel, messages, ...more })
  const answer = await chat({})
  const id = answer.headers.get('x-request-id') ?? 'none'
  await expect
    .poll(output)
    .toMatch(
      new RegExp(
        `^\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}Z  ${id}  ${sealedModel} .* △ Simulated enclave$`,
        'm',
      ),
    )
  await chat({ tools: [{ type: 'function', function: { name: 'canary' } }] })
  await expect
    .poll(output)
    .toMatch(
      /^\S+Z {2}test-sealed {2}– Refused: e2ee_tools_not_private \(400, tools\); --clear tools allows it$/m,
    )
  await ask(`${url}/v1/completions`, {})
  await expect.poll(output).toMatch(/^\S+Z {2}– Refused: not_found \(404\)$/m)
  expect(output()).not.toContain('canary')
})

const startKeeping = (folder: string) =>
  start('--gateway', setup.gateway.baseUrl, '--port', '0', '--receipts', folder)

test('a receipt that is kept opens by the verify command, and says nothing in clear', async () => {
  const folder = join(temporaryFolder(), 'receipts')
  const { url } = await startKeeping(folder)
  for (const stream of [false, true]) {
    await ask(`${url}/v1/chat/completions`, { model: sealedModel, messages, stream })
  }
  const names = readdirSync(folder)
  expect(names).toHaveLength(2)
  for (const name of names) {
    const file = join(folder, name)
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
  const folder = join(temporaryFolder(), 'receipts')
  const { url, output } = await startKeeping(folder)
  rmSync(folder, { recursive: true })
  for (const stream of [false, true]) {
    const answer = await ask(`${url}/v1/chat/completions`, { model: sealedModel, messages, stream })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('"verdict"')
  }
  expect(output().match(/The receipt could not be saved \(ENOENT\)/g)).toHaveLength(2)
})

test('what a tool saved of it is not opened, and never called altered', async () => {
  const { chat } = await proxyFor()
  const file = join(temporaryFolder(), 'answer.json')
  writeFileSync(file, (await chat()).text)
  const options = ['--gateway', setup.gateway.baseUrl, '--development', '--verbose'] as const
  const { code, stdout } = await verify(file, ...options)
  expect(stdout).toContain('NOT OPENED commitment.response')
  expect(stdout).toContain('The receipt is for the encrypted words')
  expect(stdout).not.toContain('FAIL')
  expect(code).toBe(2)
})

test('another signer than at the start is named, with what accepts it', async () => {
  const stranger = `0x${'11'.repeat(20)}`
  const { output, url } = await start(
    '--gateway',
    setup.gateway.baseUrl,
    '--port',
    '0',
    '--signer',
    stranger,
  )
  const limits = (await (await fetch(`${setup.gateway.baseUrl}/api/limits`)).json()) as {
    seal_signer: string
  }
  const { seal_signer: signer } = limits
  const answer = await ask(`${url}/v1/chat/completions`, { model: sealedModel, messages })
  const { message, code } = answer.json<ErrorBody>().error
  expect(code).toBe('unverified_enclave')
  expect(message).toContain(`signs with ${signer}; this proxy expects ${stranger}`)
  expect(message).toContain(`--signer ${signer}`)
  await expect.poll(output).toContain(`signs with ${signer}; this proxy expects ${stranger}`)
})

test('a port that is taken is said to be', async () => {
  const { proxy } = await proxyFor()
  const port = new URL(proxy.baseUrl).port
  const { output, url } = await start('--gateway', setup.gateway.baseUrl, '--port', port)
  expect(url).toBeNull()
  expect(output()).toMatch(/--port: is in use.*choose another --port/)
})
