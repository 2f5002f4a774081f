import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type ErrorBody } from '../../support/requests/ask.ts'
import { isRelay } from '../../support/gateway/gateway-lies.ts'
import { sealedModel, startEnclave } from '../../support/enclave/start-enclave.ts'
import { startMiddle } from '../../support/peers/start-middle.ts'
import { startProxy } from '../../support/gateway/start-proxy.ts'

// What stands beside the ciphertext of a request: the gateway reads all of it.

const canary = 'canary-in-clear'
let seen: { path: string; body: string }[]

const setup = await untilEnd(startEnclave())
const middle = await untilEnd(startMiddle(setup.gateway.baseUrl))
/** It allows nothing in clear, and what it refuses it does not send. */
const strict = await untilEnd(startProxy(middle.baseUrl))

beforeEach(() => {
  seen = []
  middle.lie({
    onRequest: ({ path, request }) => seen.push({ path, body: request.body.toString('utf8') }),
  })
})

/** What the enclave's answer has in clear under this fault. */
const clearIn = (said: 'message' | 'delta') => [
  'citations',
  `choices[0].${said}.refusal`,
  `choices[0].${said}.annotations`,
  `choices[0].${said}.reasoning_details`,
  said === 'message' ? 'choices[0].message.audio.transcript' : 'choices[0].delta.audio',
  'choices[0].logprobs',
]

const messages = [{ role: 'user', content: 'Say something.' }]
const withMessage = (message: object) => ({ messages: [...messages, message] })

const members: readonly (readonly [param: string, more: object])[] = [
  ['documents', { documents: [{ text: canary }] }],
  ['system', { system: canary }],
  ['prompt', { prompt: canary }],
  ['instructions', { instructions: canary }],
  ['input', { input: canary }],
  ['safety_identifier', { safety_identifier: canary }],
  ['prompt_cache_key', { prompt_cache_key: canary }],
  ['guided_regex', { guided_regex: canary }],
  ['chat_template_kwargs', { chat_template_kwargs: { text: canary } }],
  ['stop', { stop: [canary] }],
  ['metadata', { metadata: { note: canary } }],
  ['logprobs', { logprobs: true }],
  ['prediction', { prediction: { type: 'content', content: canary } }],
  ['logit_bias', { logit_bias: { 1234: 5 } }],
  [
    'response_format.json_schema',
    { response_format: { type: 'json_schema', json_schema: { name: canary } } },
  ],
  ['response_format.grammar', { response_format: { type: 'text', grammar: canary } }],
  ['stream_options.note', { stream_options: { note: canary } }],
  ['reasoning_effort', { reasoning_effort: canary }],
  ['temperature', { temperature: canary }],
  ['seed', { seed: [1, 2, 3] }],
  ['service_tier', { service_tier: canary }],
  ['stop_token_ids', { stop_token_ids: [1, 2, 3] }],
  ['provider.order', { provider: { order: [canary] } }],
  ['reasoning.note', { reasoning: { note: canary } }],
  [canary, { [canary]: null }],
  ['messages[1].images', withMessage({ role: 'user', content: 'x', images: [canary] })],
  ['messages[1].name', withMessage({ role: 'user', content: 'x', name: canary })],
  ['messages[1].refusal', withMessage({ role: 'assistant', content: 'x', refusal: canary })],
  ['messages[1].audio', withMessage({ role: 'assistant', content: null, audio: { id: canary } })],
  ['messages[1].note', withMessage({ role: 'user', content: 'x', note: canary })],
]

const tool = { type: 'function', function: { name: 'find', parameters: { type: 'object' } } }

const noRequests: readonly (readonly [param: string | null, more: object])[] = [
  ['messages[1].role', withMessage({ role: canary, content: 'x' })],
  ['model', { model: undefined }],
  // A number beyond 2^53 is read as another one.
  [null, { seed: 2 ** 60 }],
]

test.each([
  ...members.map(([param, more]) => [param, more, 'e2ee_field_not_private'] as const),
  ['tools', { tools: [tool] }, 'e2ee_tools_not_private'] as const,
  ...noRequests.map(([param, more]) => [param, more, 'invalid_request_error'] as const),
])(
  'a request with %s in clear is refused by name, and nothing of it leaves',
  async (param, more, code) => {
    const body = { model: sealedModel, messages, ...more }
    const { status, json } = await ask(`${strict.baseUrl}/v1/chat/completions`, body)
    expect(status).toBe(400)
    expect(json<ErrorBody>().error).toMatchObject({ code, param })
    expect(seen.some(({ path }) => isRelay(path))).toBe(false)
    expect(JSON.stringify(seen)).not.toContain(canary)
  },
)

test.each(['tool_calls', 'function_call', 'tool_call_id'])(
  'a message with %s is refused as a tool’s',
  async (name) => {
    const body = {
      model: sealedModel,
      ...withMessage({ role: 'tool', content: 'x', [name]: canary }),
    }
    const { status, json } = await ask(`${strict.baseUrl}/v1/chat/completions`, body)
    expect(status).toBe(400)
    expect(json<ErrorBody>().error).toMatchObject({
      code: 'e2ee_tools_not_private',
      param: `messages[1].${name}`,
    })
    expect(JSON.stringify(seen)).not.toContain(canary)
  },
)

test('what the user allows in clear is sent, and named in the verdict; nothing else is', async () => {
  const proxy = await untilEnd(startProxy(middle.baseUrl, ['stop', 'messages[].name']))
  const url = `${proxy.baseUrl}/v1/chat/completions`
  const named = withMessage({ role: 'user', name: 'Ada', content: 'Say more.' })
  const { status } = await ask(url, { model: sealedModel, ...named, stop: ['never said'] })
  expect(status).toBe(200)
  const clear = proxy.judgements[0]?.verdict.checks.find(({ id }) => id === 'e2ee.clear-fields')
  expect(clear).toMatchObject({ status: 'skip' })
  expect(JSON.stringify(clear)).toContain('stop, messages[1].name')
  const refused = await ask(url, { model: sealedModel, messages, stop: ['x'], system: canary })
  expect(refused.status).toBe(400)
  expect(refused.json<ErrorBody>().error.param).toBe('system')
})

test('sampling, counts and switches are sent, and nothing is said to have left in clear', async () => {
  const proxy = await untilEnd(startProxy(middle.baseUrl))
  const { status } = await ask(`${proxy.baseUrl}/v1/chat/completions`, {
    model: sealedModel,
    messages: [
      ...messages,
      { role: 'assistant', content: 'Yes?', refusal: null, annotations: [], audio: null },
      { role: 'user', content: [{ type: 'text', text: 'Go on.' }] },
    ],
    user: 'who asked is left out',
    temperature: 0.5,
    max_tokens: 100,
    stop: null,
    tools: [],
    reasoning_effort: 'low',
    response_format: { type: 'text' },
    stream_options: null,
    logprobs: false,
  })
  expect(status).toBe(200)
  const clear = proxy.judgements[0]?.verdict.checks.find(({ id }) => id === 'e2ee.clear-fields')
  expect(clear?.status).toBe('pass')
})

test.each([
  ['buffered', false, clearIn('message')],
  ['streamed', true, clearIn('delta')],
] as const)(
  'what comes back in clear in a %s answer is named in the verdict',
  async (_how, stream, paths) => {
    const proxy = await startProxy(middle.baseUrl)
    onTestFinished(async () => {
      setup.simulator.setFault(null)
      await proxy.close()
    })
    setup.simulator.setFault('members-in-clear')
    await ask(`${proxy.baseUrl}/v1/chat/completions`, { model: sealedModel, messages, stream })
    const [judgement] = proxy.judgements
    expect([...(judgement?.cameInClear ?? [])].toSorted()).toEqual(paths.toSorted())
    const check = judgement?.verdict.checks.find(({ id }) => id === 'e2ee.clear-answer')
    expect(check?.status).toBe('skip')
    for (const path of paths) expect(JSON.stringify(check)).toContain(path)
  },
)

test.each([false, true])('an honest answer has nothing in clear, streamed: %s', async (stream) => {
  const proxy = await untilEnd(startProxy(middle.baseUrl))
  await ask(`${proxy.baseUrl}/v1/chat/completions`, { model: sealedModel, messages, stream })
  const checks = proxy.judgements[0]?.verdict.checks
  expect(checks?.find(({ id }) => id === 'e2ee.clear-answer')?.status).toBe('pass')
})

test('calls of tools that were allowed come back in clear, and are named', async () => {
  const proxy = await untilEnd(startProxy(middle.baseUrl, ['tools']))
  const body = { model: sealedModel, messages, tools: [tool], tool_choice: 'required' }
  const { status } = await ask(`${proxy.baseUrl}/v1/chat/completions`, body)
  expect(status).toBe(200)
  const [judgement] = proxy.judgements
  expect(judgement?.cameInClear).toEqual(['choices[0].message.tool_calls'])
  const clear = judgement?.verdict.checks.find(({ id }) => id === 'e2ee.clear-fields')
  expect(clear?.status).toBe('skip')
  expect(JSON.stringify(clear)).toContain('tools, tool_choice')
})

test.each([false, true])(
  'on a way that is not proven an answer with anything in clear is refused, streamed: %s',
  async (stream) => {
    const { simulator, gateway } = await untilEnd(startEnclave({ channel: 'unproven' }))
    simulator.setFault('members-in-clear')
    const body = { model: sealedModel, messages, stream }
    const { text } = await ask(`${gateway.baseUrl}/v1/chat/completions`, body)
    expect(text).toContain('unverified_enclave')
    expect(text).toContain('"id":"e2ee.clear-answer"')
    expect(text).not.toMatch(
      /clear-(?:citation|token|refusal|annotation|reasoning|transcript)|"choices"|\[DONE\]/,
    )
  },
)
