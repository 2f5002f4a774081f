import { expect, onTestFinished, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { sealedModel, simulatedConfig, startEnclave } from '../support/start-enclave.ts'
import { startGatewayHere } from '../support/start-gateway-here.ts'
import { startProxy } from '../support/start-proxy.ts'

const messages = [{ role: 'user', content: 'Say something.' }]

interface Svc {
  readonly privacy_mode: string
}

function post(baseUrl: string, more: object = {}): Promise<Response> {
  return fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: sealedModel, messages, ...more }),
  })
}

test('a key that changes behind the gateway’s back is sent nothing', async () => {
  const { simulator, gateway } = await untilEnd(startEnclave())
  expect((await post(gateway.baseUrl)).status).toBe(200)
  // Somebody else answers at the address now, with a report that is in order and another TLS key.
  await simulator.restart('swapped-tls-key')
  const answer = await post(gateway.baseUrl)
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('channel.tls')
  expect(simulator.counts.chat).toBe(1)
})

test('where the channel cannot be proven the gateway encrypts itself, and holds a stream until its proof', async () => {
  const { gateway } = await untilEnd(startEnclave({ channel: 'unproven' }))
  const buffered = (await (await post(gateway.baseUrl)).json()) as { svc: Svc }
  expect(buffered.svc.privacy_mode).toBe('tee')
  const stream = await (await post(gateway.baseUrl, { stream: true })).text()
  expect(stream).toContain('"svc"')
  expect(stream.trimEnd().endsWith('data: [DONE]')).toBe(true)
})

test.each([
  ['tools', { tools: [{ type: 'function', function: { name: 'f' } }] }, 'e2ee_tools_not_private'],
  ['stop', { stop: ['secret'] }, 'e2ee_field_not_private'],
  ['documents', { documents: ['secret'] }, 'e2ee_field_not_private'],
  [null, { seed: 2 ** 60 }, 'invalid_request_error'],
])(
  'where the channel cannot be proven nothing is sent that encryption cannot hide: %s',
  async (param, more, code) => {
    const { simulator, gateway } = await untilEnd(startEnclave({ channel: 'unproven' }))
    const response = await post(gateway.baseUrl, more)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code, param } })
    expect(simulator.counts.chat).toBe(0)
  },
)

test('where the gateway encrypts itself a conversation of hundreds of messages is served, and one of megabytes is not', async () => {
  const { simulator, gateway } = await untilEnd(startEnclave({ channel: 'unproven' }))
  const conversation = Array.from({ length: 100 }, () => messages[0])
  expect((await post(gateway.baseUrl, { messages: conversation })).status).toBe(200)
  const asked = simulator.counts.chat
  const made = await fetch(`${gateway.baseUrl}/api/keys`, { method: 'POST' })
  const { key } = (await made.json()) as { key: string }
  const content = 'x'.repeat(5 * 1024 * 1024)
  const answer = await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: sealedModel, messages: [{ role: 'user', content }] }),
  })
  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({ error: { code: 'request_too_large' } })
  expect(simulator.counts.chat).toBe(asked)
})

test.each(['tee', 'e2ee'] as const)(
  'where the channel cannot be proven nothing of an unproven answer leaves, in %s',
  async (mode) => {
    const { simulator, gateway, stop } = await startEnclave({ channel: 'unproven' })
    const proxy = await startProxy(gateway.baseUrl)
    onTestFinished(async () => {
      await proxy.close()
      await stop()
    })
    simulator.setFault('response-hash')
    const response = await post(mode === 'tee' ? gateway.baseUrl : proxy.baseUrl, { stream: true })
    const text = await response.text()
    expect(text).toContain('unverified_enclave')
    expect(text).not.toMatch(/demo|"choices"|\[DONE\]/)
  },
)

test('how an answer is to be released has one word; another is refused', async () => {
  const { gateway } = await untilEnd(startEnclave())
  const response = await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'x-svc-release': 'whenever' },
    body: JSON.stringify({ model: sealedModel, messages }),
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { param: 'x-svc-release' } })
})

test('an address that is none of the enclave’s is named by its own answer', async () => {
  const { simulator } = await untilEnd(startEnclave())
  const ofUpstream = { base_url: simulator.baseUrl.replace(/\/v1$/, ''), timeout_ms: 60_000 }
  const gateway = await untilEnd(
    startGatewayHere({ config: simulatedConfig(simulator, {}, ofUpstream) }),
  )
  const answer = await post(gateway.baseUrl)
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain(
    'the gateway could get no report: /aci/attestation answered 404; base_url may name another host, or lack /v1',
  )
})
