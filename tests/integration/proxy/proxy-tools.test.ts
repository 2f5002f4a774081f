import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type ErrorBody } from '../../support/requests/ask.ts'
import { sealedModel, startEnclave } from '../../support/enclave/start-enclave.ts'
import { startMiddle } from '../../support/peers/start-middle.ts'
import { startProxy } from '../../support/gateway/start-proxy.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { verify } from '../../support/receipts/verify-file.ts'

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
