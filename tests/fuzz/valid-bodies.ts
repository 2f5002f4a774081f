import type { Json } from '#shared/canonical-json.ts'
import type { Random } from './random.ts'

/** Models of the fuzzed gateway: in both modes, behind a plan, and by a trait. */
const fuzzModels = ['fuzz-private', 'fuzz-anonymized', 'fuzz-paid', 'default'] as const

export type JsonObject = { readonly [member: string]: Json }

const user: JsonObject = { role: 'user', content: 'What is 2 + 2? — ünïcode 😀' }

const members: readonly [JsonObject, ...JsonObject[]] = [
  { temperature: 0.5, top_p: 0.9, seed: 7, n: 2, user: 'someone', metadata: { a: 'b' } },
  { stream: true, stream_options: { include_usage: true } },
  { stream: null, shown_mode: 'anonymized', stop: ['\n', 'END'] },
  { shown_mode: 'tee' },
  { logprobs: true, top_logprobs: 5, logit_bias: { '50256': -100 }, presence_penalty: -1.5e-3 },
  {
    tools: [
      {
        type: 'function',
        function: {
          name: 'get_weather',
          parameters: {
            type: 'object',
            properties: { city: { type: 'string' }, days: { type: 'integer' } },
            required: ['city'],
          },
        },
      },
    ],
    tool_choice: 'auto',
    parallel_tool_calls: false,
  },
  {
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'x', strict: true, schema: { type: 'object', properties: {} } },
    },
  },
  { max_completion_tokens: 64, reasoning_effort: 'low', chat_template_kwargs: { thinking: false } },
]

const conversations: readonly [readonly Json[], ...(readonly Json[])[]] = [
  [user],
  [{ role: 'system', content: 'Be brief.' }, user],
  [
    user,
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: 'c1',
          type: 'function',
          function: { name: 'get_weather', arguments: '{"city":"Oslo"}' },
        },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'sunny' },
  ],
  [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look', cache_control: { type: 'ephemeral' } },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
      ],
    },
  ],
]

/** A body that the gateway answers, or refuses for a reason of plan or mode. */
export function validBody(random: Random): JsonObject {
  return {
    model: random.pick(fuzzModels),
    messages: random.pick(conversations),
    ...random.pick(members),
    ...(random.chance(30) ? random.pick(members) : {}),
  }
}
