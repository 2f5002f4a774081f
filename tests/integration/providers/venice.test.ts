import { beforeAll, describe, expect, test } from 'vitest'
import { askEncrypted, canaryMessages, refusalOf } from '../../support/requests/ask-encrypted.ts'
import { veniceLies } from '../../support/providers/provider-lies.ts'
import { askedOfVenice, startVeniceGateway } from '../../support/providers/start-venice-gateway.ts'
import { threeOf } from '../../support/three-of.ts'
import { untilEnd } from '../../support/until-end.ts'

const { simulator, gateway } = await untilEnd(startVeniceGateway())

const ask = (body: object = {}, clear?: readonly string[], at = gateway.baseUrl) =>
  askEncrypted(at, { model: askedOfVenice, ...body }, clear)

const statusOf = (verdict: Awaited<ReturnType<typeof ask>>['verdict'], id: string) =>
  verdict?.checks.filter((check) => check.id === id).map(({ status }) => status)

test.each([{}, { stream: true }, { temperature: 0.5, max_tokens: 9 }])(
  'fields are opened by the host alone, and what is not signed is said: %o',
  async (more) => {
    simulator.received.length = 0
    const { status, text, verdict } = await ask(more)
    expect(status).toBe(200)
    expect(text).toContain('"svc"')
    expect(text).toContain('"finish_reason":"length"')
    if (!('stream' in more)) expect(JSON.parse(text)).toMatchObject({ object: 'chat.completion' })
    expect(verdict).toMatchObject({ state: 'simulated', outcome: 'returned' })
    // The host signed these bytes; it got them under another name of the model.
    expect(statusOf(verdict, 'enclave-receipt.response')).toEqual(['pass'])
    expect(statusOf(verdict, 'enclave-receipt.request')).toEqual(['skip'])
    expect(simulator.received).toHaveLength(1)
    expect(simulator.received[0]?.toString()).not.toContain('canary')
    expect(JSON.parse(String(simulator.received[0]))).toMatchObject({ stream: true })
  },
)

test.each(veniceLies.filter(({ told }) => told === 'unproven'))(
  'an answer with the fault $lie is delivered, and nothing says that the enclave wrote it',
  async ({ lie, fails: [check = ''] }) => {
    simulator.setFault(lie)
    simulator.counts.signature = 0
    const { status, verdict } = await ask()
    simulator.setFault(null)
    expect(status).toBe(200)
    expect(statusOf(verdict, check)).toEqual(['skip'])
    expect(statusOf(verdict, 'enclave-receipt.response')).not.toContain('pass')
    // It is asked for once: no other connection leads to somebody else who has it.
    expect(simulator.counts.signature).toBe(1)
  },
)

test('what Venice would have to read is never sent, whatever was allowed', async () => {
  simulator.received.length = 0
  const tools = [{ type: 'function', function: { name: 'canary_tool', parameters: {} } }]
  const bodies: readonly object[] = [
    { tools },
    { venice_parameters: { enable_web_search: 'on' } },
    { web_search_options: { canary: true } },
    { messages: [...canaryMessages, { role: 'user', name: 'canary', content: 'x' }] },
    { logprobs: true },
  ]
  const anything = ['tools', 'messages[]', 'venice_parameters', 'web_search_options']
  for (const body of bodies) {
    const found = await ask(body, anything).catch((error: unknown) => error)
    expect(found, JSON.stringify(body)).not.toMatchObject({ status: 200 })
  }
  expect(simulator.received).toEqual([])
})

test('a question in clear is refused with the way to ask, and reaches nobody', async () => {
  const before = simulator.counts.chat
  const response = await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: askedOfVenice, messages: canaryMessages }),
  })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('takes encrypted questions only')
  expect(simulator.counts.chat).toBe(before)
})

test('the catalogue has e2ee alone, and the limits say what is not signed', async () => {
  const listed: unknown = await (
    await fetch(`${gateway.baseUrl}/v1/models/${askedOfVenice}`)
  ).json()
  expect(listed).toMatchObject({ svc: { mode: null, modes: ['e2ee'], sealable: true } })
  const limits = await fetch(`${gateway.baseUrl}/api/limits`)
  const { not_promised: said } = (await limits.json()) as { not_promised: { id: string }[] }
  const ids = said.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['programs-claimed', 'answers-passed-on']))
  expect(ids).not.toContain('enclave-limits')
})

const before = veniceLies.filter(({ told }) => told === 'before')
/** Of a report that NEAR AI passes on, near.test.ts tells every lie. */
const ofVenice = before.filter(({ lie }) => lie === 'nonce-of-server' || lie === 'no-key')

test.each([...threeOf(before.slice(0, -ofVenice.length)), ...ofVenice])(
  'a host with the fault $lie is encrypted nothing to, and $fails alone is named',
  async ({ lie: fault, fails }) => {
    const lying = await untilEnd(startVeniceGateway({ fault }))
    const key = await fetch(`${lying.gateway.baseUrl}/api/e2ee/key?model=${askedOfVenice}`)
    const { error } = (await key.json()) as {
      readonly error: { readonly checks: readonly { readonly id: string }[] }
    }
    expect(key.status).toBe(503)
    expect([...new Set(error.checks.map(({ id }) => id))]).toEqual(fails)
    expect(await refusalOf(ask({}, [], lying.gateway.baseUrl))).toEqual(fails)
    expect(lying.simulator.counts.chat).toBe(0)
  },
)

describe('an answer of Venice with a fault', () => {
  const faults = veniceLies.filter(({ told }) => told === 'encrypted')
  // The host is verified before anything goes wrong.
  beforeAll(() => ask())

  test.each([
    ...faults.map((each) => ({ ...each, stream: true })),
    ...threeOf(faults).map((each) => ({ ...each, stream: false })),
  ])('is not handed out, and $fails alone is named: $lie, streamed $stream', async (each) => {
    const { lie, fails, stream } = each
    simulator.setFault(lie)
    const told = await refusalOf(ask({ stream }))
    simulator.setFault(null)
    expect(told).toEqual(fails)
  })
})
