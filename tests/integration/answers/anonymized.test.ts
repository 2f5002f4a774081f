import { expect, test } from 'vitest'
import type { GatewayConfig } from '../../../server/gateway/config/gateway-config-schema.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type Asked, type ErrorBody } from '../../support/requests/ask.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { answerJson, startTestUpstream } from '../../support/peers/test-upstream.ts'

// A third party is sent what is asked, and nothing that tells who asks.

const upstream = await untilEnd(startTestUpstream())
const third = { kind: 'openai', base_url: upstream.baseUrl, mode: 'anonymized' } as const
const config: GatewayConfig = {
  upstreams: [
    {
      ...third,
      id: 'speaks-all',
      speaks: ['chat', 'responses', 'messages'],
      counts_tokens: true,
      models: { spoken: 'm', both: 'm' },
    },
    { ...third, id: 'speaks-chat', models: { translated: 'm' } },
    { ...third, id: 'own', mode: 'private', models: { own: 'm', both: 'm' } },
  ],
}
const gateway = await untilEnd(startGatewayHere({ config }))

const user = [{ role: 'user', content: 'hi' }]
const bodies = {
  'chat/completions': { messages: user },
  messages: { messages: user, max_tokens: 9 },
  responses: { input: 'hi' },
} as const

const answers: Readonly<Record<keyof typeof bodies, object>> = {
  'chat/completions': {
    choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }],
  },
  messages: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text: 'x' }],
    stop_reason: 'end_turn',
  },
  responses: {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    output: [
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'x', annotations: [] }],
      },
    ],
  },
}

type Path = keyof typeof bodies

function send(path: Path, more: object, model = 'spoken'): Promise<Asked> {
  const answered = model === 'translated' ? 'chat/completions' : path
  upstream.answerWith(answerJson(JSON.stringify(answers[answered])))
  return ask(`${gateway.baseUrl}/v1/${path}`, { model, ...bodies[path], ...more })
}

interface Told {
  readonly svc: { readonly why: { readonly message: string; readonly left_out?: string[] } }
}

const sent = () => upstream.requests.at(-1)?.body.toString('utf8') ?? ''

const place = { type: 'approximate', approximate: { city: 'canary' } }

test.each([
  [
    'chat/completions',
    { web_search_options: { user_location: place } },
    'web_search_options.user_location',
  ],
  ['chat/completions', { prompt_cache_retention: '24h-canary' }, 'prompt_cache_retention'],
  ['chat/completions', { messages: [{ ...user[0], id: 'canary' }] }, 'messages[].id'],
  [
    'messages',
    { tools: [{ type: 'web_search_20250305', name: 'web_search', user_location: place }] },
    'tools[].user_location',
  ],
  ['messages', { metadata: { user_id: 'canary' } }, 'metadata'],
  ['responses', { prompt_cache_retention: 'canary' }, 'prompt_cache_retention'],
  ['responses', { client_metadata: { installation: 'canary' } }, 'client_metadata'],
  ['responses', { input: [{ ...user[0], name: 'canary' }] }, 'input[].name'],
] as const)(
  '%s %j: what hints at the caller is left out, and svc says so',
  async (path, more, name) => {
    const answer = await send(path, more)
    expect(answer.status).toBe(200)
    expect(sent()).not.toContain('canary')
    const { why } = answer.json<Told>().svc
    expect(why.left_out).toEqual([name])
    expect(why.message).toContain(`The gateway did not send these members to the model: ${name}.`)
  },
)

test.each([
  [
    'messages',
    { mcp_servers: [{ type: 'url', url: 'https://x', authorization_token: 'canary' }] },
    'mcp_servers',
  ],
  ['messages', { container: 'canary' }, 'container'],
  [
    'messages',
    {
      tools: [
        { name: 'a', input_schema: {} },
        { type: 'mcp', server_url: 'canary' },
      ],
    },
    'tools[1].server_url',
  ],
  ['chat/completions', { nobody_knows: 'canary' }, 'nobody_knows'],
  ['chat/completions', { messages: [...user, { ...user[0], who: 'canary' }] }, 'messages[1].who'],
  [
    'chat/completions',
    { web_search_options: { nobody_knows: 'canary' } },
    'web_search_options.nobody_knows',
  ],
  ['chat/completions', { web_search_options: [{ user_location: 'canary' }] }, 'web_search_options'],
  ['chat/completions', { tools: { user_location: 'canary' } }, 'tools'],
  ['chat/completions', { User: 'canary' }, 'User'],
  ['responses', { mcp_servers: ['canary'] }, 'mcp_servers'],
  [
    'chat/completions',
    { tools: [{ type: 'shell', environment: { container_id: 'canary' } }] },
    'tools[0].environment',
  ],
  ['responses', { input: [{ ...user[0], who: 'canary' }] }, 'input[0].who'],
  [
    'responses',
    { input: [{ type: 'code_interpreter_call', id: 'ci_1', container_id: 'canary' }] },
    'input[0].container_id',
  ],
] as const)(
  '%s %j: any other member is refused by name, and nothing is sent',
  async (path, more, name) => {
    const before = upstream.requests.length
    const answer = await send(path, more)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(`"${name}`)
    expect(answer.text).toContain('unsupported_parameter')
    expect(answer.headers.get('x-should-retry')).toBe('false')
    expect(upstream.requests).toHaveLength(before)
  },
)

test('what tells nothing passes, byte for byte, and svc speaks of nothing that was left out', async () => {
  const more = {
    temperature: 0.5,
    tools: [{ type: 'function', function: { name: 'a' } }],
    user: null,
  }
  const answer = await send('chat/completions', more)
  expect(JSON.parse(sent())).toEqual({
    ...bodies['chat/completions'],
    ...more,
    user: undefined,
    model: 'm',
  })
  expect(answer.json<Told>().svc.why.left_out).toBeUndefined()
})

test('what a session of responses holds passes', async () => {
  const input = [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' },
    { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'a', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c1', output: 'b' },
  ]
  const answer = await send('responses', { input })
  expect(JSON.parse(sent())).toMatchObject({ input })
  expect(answer.json<Told>().svc.why.left_out).toBeUndefined()
})

test('what is translated is looked at before', async () => {
  const left = await send('messages', { metadata: { user_id: 'canary' } }, 'translated')
  expect(left.status).toBe(200)
  expect(sent()).not.toContain('canary')
  expect(left.json<Told>().svc.why.left_out).toEqual(['metadata'])
  const refused = await send('messages', { mcp_servers: [] }, 'translated')
  expect(refused.status).toBe(400)
})

test('an upstream of the operator’s own gets all of it', async () => {
  const more = { user: 'alice', nobody_knows: 1 }
  const answer = await send('chat/completions', more, 'own')
  expect(JSON.parse(sent())).toMatchObject(more)
  expect(answer.json<Told>().svc.why.left_out).toBeUndefined()
})

test('tokens are counted of what would be sent', async () => {
  upstream.answerWith(answerJson('{"input_tokens":7}'))
  const url = `${gateway.baseUrl}/v1/messages/count_tokens`
  const counted = await ask(url, { model: 'spoken', messages: user, user: 'canary' })
  expect(counted.json()).toEqual({ input_tokens: 7 })
  expect(sent()).not.toContain('canary')
  const refused = await ask(url, { model: 'spoken', messages: user, mcp_servers: ['canary'] })
  expect(refused.status).toBe(400)
  expect(refused.json<ErrorBody>().error.code ?? 'unsupported_parameter').toBe(
    'unsupported_parameter',
  )
})

test('a prompt that would be answered in a stronger mode is not shown to a third party to count', async () => {
  const before = upstream.requests.length
  const url = `${gateway.baseUrl}/v1/messages/count_tokens`
  expect((await ask(url, { model: 'both', messages: user })).status).toBe(404)
  expect(upstream.requests).toHaveLength(before)
})
