import OpenAI from 'openai'
import { beforeEach, describe, expect, test } from 'vitest'
import { countersignFetch } from '#shared/package/countersign-fetch.ts'
import { verifyGivenAnswer } from '#shared/package/given/verify-given-answer.ts'
import { openGivenDisclosure } from '#shared/package/given/open-given-disclosure.ts'
import { judgeGivenEvidence } from '#shared/package/given/judge-given-evidence.ts'
import { evidenceOfGateway, signersOfGateway } from '#shared/package/ask-for-documents.ts'
import { untilEnd } from '../../support/until-end.ts'
import { everyAsk, packageBefore } from '../../support/requests/countersign-requests.ts'
import {
  sealedModel,
  startVectorsEnclave,
  vectorsModel,
} from '../../support/enclave/start-enclave.ts'
import { startMiddle } from '../../support/peers/start-middle.ts'

// The fetch of the package in the dialects that it translates to chat, and in that of vectors.

const setup = await untilEnd(startVectorsEnclave())
const middle = await untilEnd(startMiddle(setup.gateway.baseUrl))

beforeEach(() => middle.lie({}))

const modes = ['tee', 'e2ee'] as const
const handedOut = {
  privacy_mode: expect.stringMatching(/^(?:tee|e2ee)$/) as string,
  verdict: { by: 'countersign', state: 'simulated' },
}
const translatedSvc = { ...handedOut, translated: true }

function fetchFor(atLeast: 'tee' | 'e2ee', clear: readonly string[] = []) {
  const gateway = setup.gateway.baseUrl
  return countersignFetch({ gateway, atLeast, simulation: 'accept', clear })
}

function openai(...asked: Parameters<typeof fetchFor>) {
  return new OpenAI({ apiKey: 'unused', maxRetries: 0, fetch: fetchFor(...asked) })
}

describe.each(modes)('the official client of OpenAI in %s', (atLeast) => {
  const asked = { model: sealedModel, input: 'What is 12 * 3?' }

  test('gets a response, with svc and the verdict in it', async () => {
    const { data, response } = await openai(atLeast).responses.create(asked).withResponse()
    expect(data.output_text).toContain('36')
    expect(data).toMatchObject({ object: 'response', status: 'completed', store: false })
    expect(data).toMatchObject({ svc: { ...translatedSvc, privacy_mode: atLeast } })
    expect(response.headers.get('x-svc-state')).toBe('simulated')
  })

  test('puts a streamed response together, whose last event has svc', async () => {
    const stream = openai(atLeast).responses.stream(asked)
    let words = ''
    stream.on('response.output_text.delta', ({ delta }) => {
      words += delta
    })
    const final = await stream.finalResponse()
    expect(words).toContain('36')
    expect(final.output_text).toBe(words)
    expect(final).toMatchObject({ svc: translatedSvc })
  })

  test('gets vectors, as numbers and as base64', async () => {
    const input = ['one text', 'another']
    for (const format of ['float', undefined] as const) {
      const answer = await openai(atLeast).embeddings.create({
        model: vectorsModel,
        input,
        dimensions: 64,
        ...(format && { encoding_format: format }),
      })
      expect(answer.data.map(({ index, embedding }) => [index, embedding.length])).toEqual([
        [0, 64],
        [1, 64],
      ])
    }
  })

  test('calls a tool, where that may travel as it does', async () => {
    const tool: OpenAI.Responses.FunctionTool = {
      type: 'function',
      name: 'get_weather',
      strict: false,
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
    }
    const body = { ...asked, tools: [tool], tool_choice: 'required' as const }
    const before = packageBefore(setup.gateway.baseUrl, { atLeast })
    if (atLeast === 'e2ee') {
      const refused = await before.askAs('responses', body)
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ error: { code: 'e2ee_tools_not_private' } })
    }
    const whole = await openai(atLeast, ['tools']).responses.create(body)
    const final = await openai(atLeast, ['tools']).responses.stream(body).finalResponse()
    for (const { output } of [whole, final]) {
      expect(output).toMatchObject([{ type: 'function_call', name: 'get_weather' }])
    }
    const { output } = whole
    const [call] = output as OpenAI.Responses.ResponseFunctionToolCall[]
    const answered = await openai(atLeast, ['tools']).responses.create({
      ...asked,
      tools: [tool],
      input: [
        { role: 'user', content: 'How is the weather?' },
        {
          type: 'function_call',
          name: 'get_weather',
          arguments: '{}',
          call_id: call?.call_id ?? '',
        },
        { type: 'function_call_output', call_id: call?.call_id ?? '', output: 'Sunny.' },
      ],
    })
    expect(answered.output_text).not.toBe('')
  })

  test('gets what cannot be asked, or is not served, as errors of its own', async () => {
    const { responses } = openai(atLeast)
    const kept = responses.create({ ...asked, previous_response_id: 'resp_1' })
    await expect(kept).rejects.toMatchObject({
      status: 400,
      code: 'unsupported_parameter',
      param: 'previous_response_id',
    })
    const background = responses.create({ ...asked, background: true })
    await expect(background).rejects.toBeInstanceOf(OpenAI.BadRequestError)
    const none = responses.create({ ...asked, model: 'gpt-none' })
    await expect(none).rejects.toBeInstanceOf(OpenAI.NotFoundError)
    const vectors = openai(atLeast).embeddings.create({ model: 'gpt-none', input: 'x' })
    await expect(vectors).rejects.toBeInstanceOf(OpenAI.NotFoundError)
  })
})

test('errors come in the shape of the dialect, with the code', async () => {
  const { askAs } = packageBefore(setup.gateway.baseUrl, { atLeast: 'e2ee' })
  const ofMessages = await askAs('messages', { container: 'c' })
  expect(ofMessages.status).toBe(400)
  expect(ofMessages.headers.get('x-should-retry')).toBe('false')
  expect(await ofMessages.json()).toMatchObject({
    type: 'error',
    error: { type: 'invalid_request_error', code: 'unsupported_parameter', param: 'container' },
  })
  const ofResponses = await askAs('responses', { conversation: 'conv_1' })
  expect(await ofResponses.json()).toMatchObject({
    error: { code: 'unsupported_parameter', param: 'conversation' },
  })
  const notFound = await askAs('messages', { model: 'claude-none' })
  expect(notFound.status).toBe(404)
  expect(await notFound.json()).toMatchObject({
    type: 'error',
    error: { type: 'not_found_error', code: 'model_not_found' },
  })
})

test('a body that is no JSON is a 400', async () => {
  const { askAs } = packageBefore(setup.gateway.baseUrl, { atLeast: 'e2ee' })
  const refused = await askAs('chat/completions', {}, { body: '{"model":' })
  expect([refused.status, refused.headers.get('x-should-retry')]).toEqual([400, 'false'])
  expect(await refused.json()).toMatchObject({ error: { code: 'invalid_request_error' } })
})

test('in e2ee `onClear` decides once about what encryption cannot hide', async () => {
  const asked: (readonly string[])[] = []
  const { askAs } = packageBefore(setup.gateway.baseUrl, {
    atLeast: 'e2ee',
    onClear: (names) => asked.push(names) > 0,
  })
  const tools = [{ type: 'function', function: { name: 'f', parameters: {} } }]
  for (const _time of [1, 2]) {
    const answer = await askAs('chat/completions', { tools })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('Sent in clear: tools.')
  }
  expect(asked).toEqual([['tools']])
})

test('what is no path of the four is not sent', async () => {
  const seen: string[] = []
  middle.lie({ onRequest: ({ path }) => seen.push(path) })
  const asked = countersignFetch({ gateway: middle.baseUrl, atLeast: 'tee', simulation: 'accept' })
  for (const path of ['messages/count_tokens', 'completions', 'responses/resp_1', 'audio/speech']) {
    const asking = asked(`https://api.example/v1/${path}`, { method: 'POST', body: '{}' })
    const refused = await asking
    expect(refused.status).toBe(400)
    expect(refused.headers.get('x-should-retry')).toBe('false')
    expect(await refused.json()).toMatchObject({ error: { code: 'unsupported_path' } })
  }
  expect(seen).toEqual([])
})

test('in e2ee the gateway sees no word, in no dialect', async () => {
  const seen: string[] = []
  middle.lie({
    onRequest: ({ request }) => seen.push(request.body.toString('utf8')),
    onAnswer: (answer, { path }) => {
      if (path === '/api/e2ee/relay') seen.push(answer.body.toString('utf8'))
    },
  })
  const { askAs } = packageBefore(middle.baseUrl, { atLeast: 'e2ee' })
  for (const [path, body] of everyAsk) expect((await askAs(path, body)).status).toBe(200)
  expect(seen.length).toBeGreaterThan(everyAsk.length)
  expect(seen.join()).not.toMatch(/Say something|And more|You wrote|"embedding":\[/)
})

test('in tee the disclosure of each answer opens, and vectors are judged with their evidence', async () => {
  const { askAs, verdicts } = packageBefore(setup.gateway.baseUrl, { atLeast: 'tee' })
  const signers = await signersOfGateway(setup.gateway.baseUrl)
  const reader = { signers, simulation: 'accept' } as const
  for (const [path, body] of everyAsk) await (await askAs(path, body)).text()
  for (const { disclosure } of verdicts) {
    const opened = openGivenDisclosure(disclosure ?? {}, reader)
    expect(opened.verdict).toBe('verified')
    expect(JSON.stringify(opened.prompt)).toContain('Say something.')
  }
  const vectors = await (await askAs('embeddings')).text()
  const request = { input: ['Say something.', 'And more.'] }
  expect(verifyGivenAnswer(vectors, { ...reader, request })).toMatchObject({ verdict: 'verified' })
  const evidence = await evidenceOfGateway(vectors, setup.gateway.baseUrl)
  expect(judgeGivenEvidence(vectors, evidence, { ...reader, request })).toMatchObject({
    state: 'simulated',
    verdict: 'verified',
    failed: null,
  })
  const chat = await (await askAs('chat/completions')).text()
  const asChat = vectors.replace(/"enclave_receipt_id":.*/s, '') // of the vectors all but the receipt
  const ofChat = /"enclave_receipt_id":.*/s.exec(chat)?.[0] ?? ''
  expect(judgeGivenEvidence(asChat + ofChat, evidence, { ...reader, request })).toMatchObject({
    state: 'failed',
    failed: { id: 'enclave-receipt.exchange' },
  })
})
