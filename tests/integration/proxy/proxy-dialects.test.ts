import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { recognise } from '#shared/document/recognise.ts'
import type { Fault } from '../../../server/demo/enclave/faults.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { bootFaults, contentMark } from '../../support/enclave/fault-outcomes.ts'
import { sealedModel, startEnclave } from '../../support/enclave/start-enclave.ts'
import { relayLies } from '../../support/gateway/gateway-lies.ts'
import { startMiddle, type Lie } from '../../support/peers/start-middle.ts'
import { startProxy, type RunningProxy } from '../../support/gateway/start-proxy.ts'
import { dataOf, errorIn, translatedRequests } from '../../support/requests/translated-requests.ts'

// The local proxy in the dialects that it translates to chat before it encrypts.

const setup = await untilEnd(startEnclave())
const middle = await untilEnd(startMiddle(setup.gateway.baseUrl))
const proxy = await untilEnd(startProxy(setup.gateway.baseUrl))
const clearTools = await untilEnd(startProxy(setup.gateway.baseUrl, ['tools']))

interface HandedOut {
  readonly translated: boolean
  readonly privacy_mode: string
  readonly receipt_digest: string
  readonly verdict: { readonly by: string; readonly state: string }
}

const asHandedOut = {
  translated: true,
  privacy_mode: 'e2ee',
  verdict: { by: 'countersign-proxy', state: 'simulated', outcome: 'complete' },
}

describe('the official client of OpenAI', () => {
  const client = () => new OpenAI({ baseURL: `${proxy.baseUrl}/v1`, apiKey: 'any', maxRetries: 0 })
  const asked = { model: sealedModel, input: 'What is 12 * 3?' }

  test('gets a response, with svc and the proxy’s own verdict in it', async () => {
    const { data, response } = await client().responses.create(asked).withResponse()
    expect(data.output_text).toContain('36')
    expect(data).toMatchObject({ object: 'response', status: 'completed', store: false })
    const { svc } = data as typeof data & { svc: HandedOut }
    expect(svc).toMatchObject(asHandedOut)
    expect(response.headers.get('x-svc-mode')).toBe('e2ee')
    expect(response.headers.get('x-svc-receipt-digest')).toBe(svc.receipt_digest)
  })

  test('puts a stream together, whose last event has svc', async () => {
    const stream = client().responses.stream(asked)
    let words = ''
    stream.on('response.output_text.delta', ({ delta }) => {
      words += delta
    })
    const final = await stream.finalResponse()
    expect(words).toContain('36')
    expect(final.output_text).toBe(words)
    expect((final as typeof final & { svc: HandedOut }).svc).toMatchObject(asHandedOut)
  })
})

describe('a client of Anthropic’s', () => {
  const body = { model: sealedModel, max_tokens: 300 }
  const question = { ...body, messages: [{ role: 'user', content: 'What is 12 * 3?' }] }
  const headers = { 'x-api-key': 'any', 'anthropic-version': '2023-06-01' }

  test('gets a message, and its events, with svc where a message ends', async () => {
    const url = `${proxy.baseUrl}/v1/messages`
    const whole = (await ask(url, question, headers)).json<{
      type: string
      stop_reason: string
      content: { type: string; text: string }[]
      svc: HandedOut
    }>()
    expect(whole).toMatchObject({ type: 'message', stop_reason: 'end_turn' })
    expect(whole.content[0]?.text).toContain('36')
    expect(whole.svc).toMatchObject(asHandedOut)
    const events = dataOf((await ask(url, { ...question, stream: true }, headers)).text)
    expect(events[0]?.['type']).toBe('message_start')
    expect(events.at(-1)).toMatchObject({ type: 'message_stop', svc: asHandedOut })
    expect(events.filter((event) => 'svc' in event)).toHaveLength(1)
  })

  test('calls a tool and tells its result', async () => {
    const url = `${clearTools.baseUrl}/v1/messages`
    const tools = [{ name: 'get_weather', input_schema: { type: 'object', properties: {} } }]
    const call = { ...question, tools, tool_choice: { type: 'any' } }
    const { content } = (await ask(url, call)).json<{ content: { id: string; type: string }[] }>()
    expect(content.map(({ type }) => type)).toEqual(['tool_use'])
    const result = { type: 'tool_result', tool_use_id: content[0]?.id, content: 'sunny' }
    const messages = [
      ...question.messages,
      { role: 'assistant', content },
      { role: 'user', content: [result] },
    ]
    const answer = await ask(url, { ...body, tools, messages, stream: true })
    expect(dataOf(answer.text).at(-1)).toMatchObject({ type: 'message_stop', svc: asHandedOut })
  })
})

describe.each(translatedRequests)('%s', (name, body) => {
  const url = (before: RunningProxy) => `${before.baseUrl}/v1/${name}`

  test('nothing of the words leaves in clear, nor who asks', async () => {
    const seen: string[] = []
    middle.lie({ onRequest: ({ request }) => seen.push(request.body.toString('utf8')) })
    const before = await untilEnd(startProxy(middle.baseUrl))
    expect((await ask(url(before), body)).status).toBe(200)
    expect(seen.join()).toContain('"messages"')
    expect(seen.join()).not.toMatch(/canary|somebody/)
  })

  test('what is handed out is recognised as an answer of this dialect', async () => {
    for (const stream of [false, true]) {
      const { bytes } = await ask(url(proxy), { ...body, stream })
      expect(recognise(bytes).kind).toBe('recognised')
    }
  })

  test('what cannot be translated or read is named, in the dialect’s own shape', async () => {
    const refuse = async (more: object) =>
      errorIn(name, await ask(url(proxy), { ...body, ...more }))
    expect(await refuse({ a_member_to_come: 1 })).toMatchObject({
      code: 'unsupported_parameter',
      param: 'a_member_to_come',
    })
    expect(await refuse({ model: 7 })).toMatchObject({ code: 'invalid_request_error' })
    expect(await refuse({ model: 'unheard-of' })).toMatchObject({
      code: 'model_not_found',
      type: name === 'messages' ? 'not_found_error' : 'invalid_request_error',
    })
    const format = { type: 'json_schema', name: 'x', schema: { type: 'object' } }
    const wish = name === 'messages' ? { output_config: { format } } : { text: { format } }
    const { name: _name, ...unnamed } = format
    const asked = name === 'messages' ? { output_config: { format: unnamed } } : wish
    expect(await refuse(asked)).toMatchObject({ code: 'e2ee_field_not_private' })
  })

  test('a path below it that is not served is refused in its shape', async () => {
    const answer = await ask(`${url(proxy)}/count_tokens`, body)
    expect(answer.status).toBe(404)
    expect(errorIn(name, answer).code).toBe('not_found')
  })
})

/** In both dialects, buffered and streamed, at the same time. */
function askAll(before: RunningProxy) {
  const asks = translatedRequests.flatMap(([name, body]) =>
    [false, true].map(async (stream) => {
      const answer = await ask(`${before.baseUrl}/v1/${name}`, { ...body, stream })
      return { stream, answer, error: errorIn(name, answer) }
    }),
  )
  return Promise.all(asks)
}

// Of faults and lies one each: dialects are translated before anything is sent, and all are told in chat.

test('an enclave that does not boot as it should is sent nothing, and the check is named', async () => {
  const [[fault, check]] = Object.entries(bootFaults) as [[Fault, string]]
  const faulty = await untilEnd(startEnclave({ fault }))
  const before = await untilEnd(startProxy(faulty.gateway.baseUrl))
  for (const { answer, error } of await askAll(before)) {
    expect(answer.status).toBe(503)
    expect(error.code).toBe('attestation_unavailable')
    expect(error.checks?.map(({ id }) => id)).toContain(check)
    expect(answer.text).not.toMatch(contentMark)
  }
  expect(faulty.simulator.counts.chat).toBe(0)
})

test('a gateway that lies about an answer is found out', async () => {
  const [[, lie, check]] = relayLies as [[string, Lie, string]]
  middle.lie(lie)
  const before = await untilEnd(startProxy(middle.baseUrl))
  for (const { stream, answer, error } of await askAll(before)) {
    expect(answer.text).not.toMatch(
      /message_stop|response\.(?:in)?completed?|commitment_salts|receipt_digest/,
    )
    if (!stream) expect(answer.text).not.toMatch(contentMark)
    expect(error.code).toBe('unverified_enclave')
  }
  for (const { verdict } of before.judgements) {
    const notPassed = verdict.checks.filter(({ status }) => status !== 'pass')
    expect(notPassed.map(({ id }) => id)).toContain(check)
  }
})
