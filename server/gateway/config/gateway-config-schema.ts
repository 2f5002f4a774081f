import * as Type from 'typebox'
import { UpstreamSchema } from '../upstreams/upstream-registry.ts'
import { defaultLimits, mostDepth } from './size-limits.ts'

// Shape of gateway.config.json. `npm run generate:schema` writes it to gateway.config.schema.json, beside
// this file, for editors; a test says when that is stale.

const closed = { additionalProperties: false } as const

const ModelIdText = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._:@/+-]{0,127}$',
  description: 'A model id: letters, digits and . _ : @ / + -, at most 128 characters.',
})

const ModelSchema = Type.Object(
  {
    id: ModelIdText,
    owned_by: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    created: Type.Optional(Type.Integer({ minimum: 0, description: 'Unix seconds.' })),
    plan: Type.Optional(
      Type.String({ description: 'Lowest plan that may use the model. Default: none.' }),
    ),
    content_policy: Type.Optional(
      Type.Union([Type.Literal('standard'), Type.Literal('uncensored')]),
    ),
    context_length: Type.Optional(Type.Integer({ minimum: 1, description: 'Tokens.' })),
    task: Type.Optional(
      Type.Union([Type.Literal('chat'), Type.Literal('embeddings')], {
        description: 'embeddings: it makes vectors, and does not answer. Default: chat.',
      }),
    ),
  },
  closed,
)

function planBudget(description: string) {
  return Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000_000, description }))
}

const PlanSchema = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9_]{0,31}$' }),
    requests_per_minute: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
    requests_per_day: planBudget(
      'Requests in any 24 hours. Default: as many as the minutes allow.',
    ),
    tokens_per_minute: planBudget(
      'Tokens of prompts and answers in any minute; a request is admitted while any are left. Default: no limit.',
    ),
    tokens_per_day: planBudget('The same in any 24 hours. Default: no limit.'),
  },
  closed,
)

const jsonLimits = (defaultValues: number) => ({
  values: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: 100_000_000,
      description: `Members and items at every depth, together. Default ${defaultValues}.`,
    }),
  ),
  depth: Type.Optional(
    Type.Integer({
      minimum: 8,
      maximum: mostDepth,
      description: `Objects and arrays within each other. Default ${mostDepth}.`,
    }),
  ),
})

const RequestLimitsSchema = Type.Object(
  {
    messages: Type.Optional(Type.Integer({ minimum: 1, description: 'Default 10000.' })),
    parts: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Of one message. Default 1000.' }),
    ),
    ...jsonLimits(defaultLimits.request.values),
  },
  { ...closed, description: 'How much a chat request may hold. The gateway refuses more, unread.' },
)

const AnswerLimitsSchema = Type.Object(
  {
    bytes: Type.Optional(
      Type.Integer({ minimum: 1024, maximum: 268_435_456, description: 'Default 16 MiB.' }),
    ),
    ...jsonLimits(defaultLimits.answer.values),
  },
  { ...closed, description: 'How much a buffered answer of an upstream may be.' },
)

const OperatorSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 128 }),
    url: Type.Optional(Type.String({ pattern: '^https?://[^\\s"\'<>]+$', maxLength: 512 })),
    contact: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: 'Such as an address for mail.' }),
    ),
  },
  { ...closed, description: 'Who runs the gateway, in his own words: shown to everybody.' },
)

export const GatewayConfigSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    upstreams: Type.Array(UpstreamSchema, { minItems: 1 }),
    models: Type.Optional(
      Type.Array(ModelSchema, {
        description: 'Facts about models that the shipped catalogue does not know, or other facts.',
      }),
    ),
    traits: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z][a-z0-9-]{0,63}$' }), Type.String(), {
        description: 'Stable name → model id. Replaces the shipped names.',
      }),
    ),
    aliases: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$' }), Type.String(), {
        description:
          'Name that a tool with a fixed list asks for → model id. The receipt names the model.',
      }),
    ),
    plans: Type.Optional(
      Type.Array(PlanSchema, {
        minItems: 1,
        description: 'Weakest first. The first is what a new key gets.',
      }),
    ),
    operator: Type.Optional(OperatorSchema),
    stream_release: Type.Optional(
      Type.Union([Type.Literal('flow'), Type.Literal('proven')], {
        description:
          'flow: an enclave’s stream leaves as it comes, if its channel is proven. proven: nothing leaves before its receipt. Default flow.',
      }),
    ),
    body_limit_bytes: Type.Optional(
      Type.Integer({
        minimum: 1024,
        maximum: 1_073_741_824,
        description: 'Longest body of a chat request with a key. Default 20 MiB.',
      }),
    ),
    body_limit_bytes_without_key: Type.Optional(
      Type.Integer({
        minimum: 1024,
        maximum: 1_073_741_824,
        description: 'The same without a key. Default 2 MiB.',
      }),
    ),
    request_limits: Type.Optional(RequestLimitsSchema),
    answer_limits: Type.Optional(AnswerLimitsSchema),
    body_timeout_ms: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 3_600_000,
        description: 'Longest time a caller may take to send a request. Default 60000.',
      }),
    ),
  },
  closed,
)

export type GatewayConfig = Type.Static<typeof GatewayConfigSchema>
export type ModelConfig = Type.Static<typeof ModelSchema>
export type PlanConfig = Type.Static<typeof PlanSchema>
