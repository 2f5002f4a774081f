import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../../support/requests/ask.ts'
import { untilEnd } from '../../support/until-end.ts'
import { sealedModel, simulatedConfig, startEnclave } from '../../support/enclave/start-enclave.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { startProxy } from '../../support/gateway/start-proxy.ts'
import { makeKey } from '../../support/gateway/make-key.ts'

const messages = [{ role: 'user', content: 'Say something.' }]

const post = (baseUrl: string, more: object = {}, headers = {}) =>
  ask(`${baseUrl}/v1/chat/completions`, { model: sealedModel, messages, ...more }, headers)

const unproven = await untilEnd(startEnclave({ channel: 'unproven' }))

test('a key that changes behind the gateway’s back is sent nothing', async () => {
  const { simulator, gateway } = await untilEnd(startEnclave())
  expect((await post(gateway.baseUrl)).status).toBe(200)
  // Somebody else answers at the address now, with a report that is in order and another TLS key.
  await simulator.restart('swapped-tls-key')
  const answer = await post(gateway.baseUrl)
  expect(answer.status).toBe(503)
  expect(answer.text).toContain('channel.tls')
  expect(simulator.counts.chat).toBe(1)
})

test('where the channel cannot be proven the gateway encrypts itself, and holds a stream until its proof', async () => {
  const { baseUrl } = unproven.gateway
  expect((await post(baseUrl)).json()).toMatchObject({ svc: { privacy_mode: 'tee' } })
  const { text } = await post(baseUrl, { stream: true })
  expect(text).toContain('"svc"')
  expect(text.trimEnd().endsWith('data: [DONE]')).toBe(true)
})

test.each([
  ['tools', { tools: [{ type: 'function', function: { name: 'f' } }] }, 'e2ee_tools_not_private'],
  ['stop', { stop: ['secret'] }, 'e2ee_field_not_private'],
  ['documents', { documents: ['secret'] }, 'e2ee_field_not_private'],
  [null, { seed: 2 ** 60 }, 'invalid_request_error'],
])(
  'where the channel cannot be proven nothing is sent that encryption cannot hide: %s',
  async (param, more, code) => {
    const { simulator, gateway } = unproven
    const asked = simulator.counts.chat
    const answer = await post(gateway.baseUrl, more)
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject({ error: { code, param } })
    expect(simulator.counts.chat).toBe(asked)
  },
)

test('where the gateway encrypts itself a conversation of hundreds of messages is served, and one of megabytes is not', async () => {
  const { simulator, gateway } = unproven
  const conversation = Array.from({ length: 100 }, () => messages[0])
  expect((await post(gateway.baseUrl, { messages: conversation })).status).toBe(200)
  const asked = simulator.counts.chat
  const key = await makeKey(gateway.baseUrl)
  const large = [{ role: 'user', content: 'x'.repeat(5 * 1024 * 1024) }]
  const answer = await post(
    gateway.baseUrl,
    { messages: large },
    { authorization: `Bearer ${key}` },
  )
  expect(answer.status).toBe(413)
  expect(answer.json()).toMatchObject({ error: { code: 'request_too_large' } })
  expect(simulator.counts.chat).toBe(asked)
})

test.each(['tee', 'e2ee'] as const)(
  'where the channel cannot be proven nothing of an unproven answer leaves, in %s',
  async (mode) => {
    const { simulator, gateway } = unproven
    const proxy = await untilEnd(startProxy(gateway.baseUrl))
    simulator.setFault('response-hash')
    onTestFinished(() => simulator.setFault(null))
    const { text } = await post(mode === 'tee' ? gateway.baseUrl : proxy.baseUrl, { stream: true })
    expect(text).toContain('unverified_enclave')
    expect(text).not.toMatch(/demo|"choices"|\[DONE\]/)
  },
)

test('how an answer is to be released has one word; another is refused', async () => {
  const answer = await post(unproven.gateway.baseUrl, {}, { 'x-svc-release': 'whenever' })
  expect(answer.status).toBe(400)
  expect(answer.json()).toMatchObject({ error: { param: 'x-svc-release' } })
})

test('an address that is none of the enclave’s is named by its own answer', async () => {
  const { simulator } = await untilEnd(startEnclave())
  const ofUpstream = { base_url: simulator.baseUrl.replace(/\/v1$/, ''), timeout_ms: 60_000 }
  const gateway = await untilEnd(
    startGatewayHere({ config: simulatedConfig(simulator, {}, ofUpstream) }),
  )
  const answer = await post(gateway.baseUrl)
  expect(answer.status).toBe(503)
  expect(answer.text).toContain(
    'the gateway could get no report: /aci/attestation answered 404; base_url may name another host, or lack /v1',
  )
})
