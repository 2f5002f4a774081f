import { configMemberWords } from '#shared/words/english/configuration/config-member-words.ts'
import * as Type from 'typebox'
import { UpstreamSchema } from '../upstreams/upstream-registry.ts'
import { defaultLimits, mostDepth } from './size-limits.ts'

// Shape of gateway.config.json. `npm run generate:schema` writes it to gateway.config.schema.json, beside
// this file, for editors; a test says when that is stale.

const closed = { additionalProperties: false } as const

const ModelIdText = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._:@/+-]{0,127}$',
  description: configMemberWords.modelId,
})

const ModelSchema = Type.Object(
  {
    id: ModelIdText,
    owned_by: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    created: Type.Optional(
      Type.Integer({ minimum: 0, description: configMemberWords.unixSeconds }),
    ),
    plan: Type.Optional(Type.String({ description: configMemberWords.plan })),
    content_policy: Type.Optional(
      Type.Union([Type.Literal('standard'), Type.Literal('uncensored')]),
    ),
    context_length: Type.Optional(Type.Integer({ minimum: 1, description: 'Tokens.' })),
    task: Type.Optional(
      Type.Union([Type.Literal('chat'), Type.Literal('embeddings')], {
        description: configMemberWords.task,
      }),
    ),
  },
  closed,
)

function wholeNumber(
  [minimum, maximum]: readonly [least: number, most: number],
  description: string,
) {
  return Type.Optional(Type.Integer({ minimum, maximum, description }))
}

const planBudget = (description: string) => wholeNumber([1, 1_000_000_000_000], description)

const PlanSchema = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9_]{0,31}$' }),
    requests_per_minute: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
    requests_per_day: planBudget(configMemberWords.perDay),
    tokens_per_minute: planBudget(configMemberWords.tokensPerMinute),
    tokens_per_day: planBudget(configMemberWords.tokensPerDay),
  },
  closed,
)

const jsonLimits = (defaultValues: number) => ({
  values: wholeNumber([100, 100_000_000], configMemberWords.values(defaultValues)),
  depth: wholeNumber([8, mostDepth], configMemberWords.depth(mostDepth)),
})

const RequestLimitsSchema = Type.Object(
  {
    messages: Type.Optional(Type.Integer({ minimum: 1, description: 'Default 10000.' })),
    parts: Type.Optional(Type.Integer({ minimum: 1, description: configMemberWords.parts })),
    ...jsonLimits(defaultLimits.request.values),
  },
  { ...closed, description: configMemberWords.requestLimits },
)

const AnswerLimitsSchema = Type.Object(
  {
    bytes: wholeNumber([1024, 268_435_456], 'Default 16 MiB.'),
    ...jsonLimits(defaultLimits.answer.values),
  },
  { ...closed, description: configMemberWords.answerLimits },
)

const OperatorSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 128 }),
    url: Type.Optional(Type.String({ pattern: '^https?://[^\\s"\'<>]+$', maxLength: 512 })),
    contact: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: configMemberWords.contact }),
    ),
  },
  { ...closed, description: configMemberWords.operator },
)

export const GatewayConfigSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    upstreams: Type.Array(UpstreamSchema, { minItems: 1 }),
    models: Type.Optional(
      Type.Array(ModelSchema, {
        description: configMemberWords.models,
      }),
    ),
    traits: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z][a-z0-9-]{0,63}$' }), Type.String(), {
        description: configMemberWords.traits,
      }),
    ),
    aliases: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$' }), Type.String(), {
        description: configMemberWords.aliases,
      }),
    ),
    plans: Type.Optional(
      Type.Array(PlanSchema, {
        minItems: 1,
        description: configMemberWords.plans,
      }),
    ),
    operator: Type.Optional(OperatorSchema),
    stream_release: Type.Optional(
      Type.Union([Type.Literal('flow'), Type.Literal('proven')], {
        description: configMemberWords.release,
      }),
    ),
    body_limit_bytes: wholeNumber([1024, 1_073_741_824], configMemberWords.bodyLimit),
    body_limit_bytes_without_key: wholeNumber(
      [1024, 1_073_741_824],
      configMemberWords.bodyLimitWithoutKey,
    ),
    request_limits: Type.Optional(RequestLimitsSchema),
    answer_limits: Type.Optional(AnswerLimitsSchema),
    body_timeout_ms: wholeNumber([100, 3_600_000], configMemberWords.requestTimeout),
  },
  closed,
)

export type GatewayConfig = Type.Static<typeof GatewayConfigSchema>
export type ModelConfig = Type.Static<typeof ModelSchema>
export type PlanConfig = Type.Static<typeof PlanSchema>
