import { describe, expect, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type ErrorBody } from '../../support/requests/ask.ts'
import { sealedModel, startEnclave } from '../../support/enclave/start-enclave.ts'
import { startProxy } from '../../support/gateway/start-proxy.ts'

const chat = '/v1/chat/completions'
const secret = 'the words that nobody may see'
const messages = [{ role: 'user', content: secret }]

/** An aggregator that serves from a host that it could not verify wherever it may. */
const setup = await untilEnd(
  startEnclave({ serving: 'aggregator', hosts: ['verified', 'unverified'] }),
)
const proxy = await untilEnd(startProxy(setup.gateway.baseUrl))

const text = (provider: string, more = '') =>
  `{"model":"${sealedModel}",${provider}"messages":${JSON.stringify(messages)}${more}}`

const mergeable = [
  '',
  '"provider":{},',
  '"provider": null ,',
  '"provider":{"order":["x"]},',
  '"provider":{ "order":["x"], "allow_fallbacks":true } ,',
  '"provider":{"aci_verified":true},',
  '"provider":{"order":["a","b"],"aci_verified":true},',
  '"pro\\u0076ider":{"order":["x"]},',
]

const refused = [
  ['"provider":{"aci_verified":false},', 'provider.aci_verified'],
  ['"provider":{"aci_v\\u0065rified":false},', 'provider.aci_verified'],
  ['"provider":{"aci_verified":null},', 'provider.aci_verified'],
  ['"provider":{"aci_verified":"true"},', 'provider.aci_verified'],
  ['"provider":{"aci_verified":1,"order":["x"]},', 'provider.aci_verified'],
  ['"provider":"x",', 'provider'],
  ['"provider":["x"],', 'provider'],
  ['"provider":false,', 'provider'],
  ['"provider":0,', 'provider'],
] as const

describe.each(['buffered', 'streamed'] as const)('behind an aggregator, %s', (delivery) => {
  const more = delivery === 'streamed' ? ',"stream":true' : ''

  test.each(mergeable)('a request with %s is served by a verified host alone', async (provider) => {
    const before = setup.simulator.received.verified.length
    const answer = await ask(`${setup.gateway.baseUrl}${chat}`, text(provider, more))
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('"privacy_mode":"tee"')
    expect(setup.simulator.received.verified).toHaveLength(before + 1)
    expect(setup.simulator.received.unverified).toEqual([])
  })

  test.each(refused)(
    'a request with %s is refused, and no host sees it',
    async (provider, param) => {
      const before = setup.simulator.counts.chat
      const answer = await ask(`${setup.gateway.baseUrl}${chat}`, text(provider, more))
      expect(answer.status).toBe(400)
      expect(answer.json<ErrorBody>().error).toMatchObject({ code: 'invalid_request_error', param })
      expect(setup.simulator.counts.chat).toBe(before)
    },
  )

  test.each(['', '"provider":{},', '"provider":null,', '"provider":{"aci_verified":true},'])(
    'end to end encrypted, a request with %s is served by a verified host alone',
    async (provider) => {
      const answer = await ask(`${proxy.baseUrl}${chat}`, text(provider, more))
      expect(answer.status).toBe(200)
      expect(setup.simulator.received.unverified).toEqual([])
    },
  )

  test.each(refused)('end to end encrypted, a request with %s is refused', async (provider) => {
    const before = setup.simulator.counts.chat
    const answer = await ask(`${proxy.baseUrl}${chat}`, text(provider, more))
    expect(answer.status).toBe(400)
    expect(setup.simulator.counts.chat).toBe(before)
  })
})

test('the proxy judges the host behind the aggregator by its own quote', async () => {
  const answer = await ask(`${proxy.baseUrl}${chat}`, { model: sealedModel, messages })
  expect(answer.status).toBe(200)
  const judgement = proxy.judgements.at(-1)
  expect(judgement?.secondHop).toBe('established')
  const own = judgement?.verdict.checks.filter(({ id }) => id.startsWith('host.')) ?? []
  expect(own.map(({ status, by }) => [status, by])).toEqual(own.map(() => ['pass', 'you']))
  expect(own).toHaveLength(4)
})

test.each([
  ['a host that shows nothing that can be judged', { kind: 'none' }, 200, 'the provider’s claim'],
  ['a quote over another TLS key', { quotedSpki: 'ab'.repeat(32) }, 503, null],
] as const)('with %s', async (_name, host, status, secondHop) => {
  const other = await untilEnd(startEnclave({ serving: 'aggregator', host }))
  const otherProxy = await untilEnd(startProxy(other.gateway.baseUrl))
  const plain = await ask(`${other.gateway.baseUrl}${chat}`, { model: sealedModel, messages })
  expect(plain.status).toBe(status)
  if (status === 503) expect(plain.text).toContain('host.channel')
  const sealed = await ask(`${otherProxy.baseUrl}${chat}`, { model: sealedModel, messages })
  expect(sealed.status).toBe(status)
  expect(otherProxy.judgements.at(-1)?.secondHop ?? null).toBe(secondHop)
})

test('a demand for a session that is not current is refused before any host sees the prompt', async () => {
  const provider = `"provider":{"aci_session_ids":["${'ab'.repeat(32)}"]},`
  const before = setup.simulator.received.verified.length
  const answer = await ask(`${setup.gateway.baseUrl}${chat}`, text(provider))
  expect(answer.status).toBe(503)
  expect(setup.simulator.received.verified).toHaveLength(before)
  expect(setup.simulator.received.unverified).toEqual([])
})

describe.each([
  ['upstream-refused', 1],
  ['session-refused', 2],
] as const)('an aggregator that refuses (%s)', (fault, times) => {
  test.each([false, true])(
    `is asked ${times === 1 ? 'once' : 'once more and not again'}, and the check is named (stream: %s)`,
    async (stream) => {
      setup.simulator.setFault(fault)
      const { counts, received } = setup.simulator
      const before = { ...counts, hosts: received.verified.length }
      const answer = await ask(`${setup.gateway.baseUrl}${chat}`, {
        model: sealedModel,
        messages,
        stream,
      })
      setup.simulator.setFault(null)
      expect(answer.status).toBe(503)
      const { error } = answer.json<ErrorBody & { error: { checks: { id: string }[] } }>()
      expect(error.code).toBe('unverified_enclave')
      const failed = error.checks.filter((check) => 'status' in check && check.status === 'fail')
      expect(failed.map(({ id }) => id)).toEqual([
        'enclave.upstream-model',
        'enclave-receipt.upstream',
      ])
      expect(counts.chat - before.chat).toBe(times)
      expect(counts.attestation - before.attestation).toBe(times - 1)
      expect(received.verified).toHaveLength(before.hosts)
      expect(received.unverified).toEqual([])
    },
  )
})
