import { expect, test } from 'vitest'
import vectors from '../../vectors/translation.vendors.json' with { type: 'json' }
import { ask } from '../../support/requests/ask.ts'
import { answerJson } from '../../support/peers/test-upstream.ts'
import { startWithUpstream } from '../../support/gateway/start-with-upstream.ts'

// What coding agents send to a model that speaks chat alone, in the form in which they send it.

const { upstream, gateway } = await startWithUpstream()

const kept = { cache_control: { type: 'ephemeral' } }
const text = (words: string) => [{ type: 'text', text: words, ...kept }]
const schema = { type: 'object', properties: {}, additionalProperties: false }

const agents = {
  'Claude Code, in a session that another model began': {
    system: text('You are an agent.'),
    messages: [
      { role: 'user', content: text('Look at the screen.') },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'I look.', signature: 'of-another' },
          { type: 'redacted_thinking', data: 'x' },
          { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: '/a.png' } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'toolu_1',
            content: [
              {
                type: 'image',
                source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
              },
              { type: 'tool_reference', tool_name: 'Wait' },
            ],
            ...kept,
          },
        ],
      },
    ],
    tools: [
      { name: 'Wait', description: 'Waits.', input_schema: schema, defer_loading: true },
      { name: 'Read', description: 'Reads.', input_schema: schema, input_examples: [{}] },
    ],
    metadata: { user_id: 'user_1_account__session_2' },
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    thinking: { type: 'adaptive' },
    output_config: { effort: 'high' },
    ...kept,
  },
  pi: {
    system: text('You are an agent.'),
    messages: [{ role: 'user', content: text('Hi') }],
    tools: [
      { name: 'read', description: 'Reads.', input_schema: schema, eager_input_streaming: true },
    ],
  },
  'an agent that gives the beginning of the answer': {
    messages: [
      { role: 'user', content: 'Answer with JSON.' },
      { role: 'assistant', content: '{' },
    ],
    top_k: 40,
  },
}

test.each(Object.entries(agents))('%s is answered', async (name, request) => {
  upstream.answerWith(answerJson(JSON.stringify(vectors.answers[0]?.completion)))
  const body = { model: 'test-private', max_tokens: 32_000, ...request }
  const answer = await ask(`${gateway.baseUrl}/v1/messages?beta=true`, body)
  expect(answer.text).not.toContain('"error"')
  expect(answer.status).toBe(200)
  const { svc } = answer.json<{ svc: { why: { left_out?: readonly string[] } } }>()
  const foreign = ['messages[].content[].redacted_thinking', 'messages[].content[].thinking']
  expect(svc.why.left_out?.toSorted()).toEqual(name.startsWith('Claude') ? foreign : undefined)
  const sent = upstream.requests.at(-1)?.body.toString('utf8') ?? ''
  expect(sent).not.toContain('of-another')
  expect(sent.includes('data:image/png;base64')).toBe(name.startsWith('Claude'))
  expect(sent.includes('{"type":"text","text":"Wait"}')).toBe(name.startsWith('Claude'))
})
