import { ReferenceValuesSchema } from '#shared/attestation/parse-reference-values.ts'
import * as Type from 'typebox'
import { defaultLimits, mostDepth } from './size-limits.ts'

// Shape of gateway.config.json. gateway.config.schema.json, beside this file, is its JSON Schema for
// editors; a test keeps the two equal.

const closed = { additionalProperties: false } as const

const ModelIdText = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._:@/+-]{0,127}$',
  description: 'A model id: letters, digits and . _ : @ / + -, at most 128 characters.',
})

const credential = {
  api_key: Type.Optional(Type.String({ description: "The upstream's bearer key." })),
  api_key_env: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
      description: 'Name of an environment variable that holds the key.',
    }),
  ),
}

const upstreamBase = {
  id: Type.String({
    pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
    description: 'Your name for it: lowercase letters, digits and hyphens.',
  }),
  base_url: Type.String({
    pattern: '^https?://[^\\s?#]+$',
    description: 'Base address, with /v1 where the upstream has it.',
  }),
  ...credential,
  models: Type.Record(Type.String(), Type.String({ minLength: 1 }), {
    minProperties: 1,
    description: 'Catalogue id → name of the model at this upstream.',
  }),
  timeout_ms: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3_600_000,
      description:
        'Longest silence, before the first byte and between bytes; also the longest time for the body of an answer that is no stream. Default 600000.',
    }),
  ),
}

export const OpenaiUpstreamSchema = Type.Object(
  {
    kind: Type.Literal('openai'),
    ...upstreamBase,
    mode: Type.Union([Type.Literal('private'), Type.Literal('anonymized')], {
      description:
        'private: you run it, or trust its operator to keep nothing. anonymized: a third party.',
    }),
  },
  closed,
)

const enclaveBase = {
  ...upstreamBase,
  reference_values: ReferenceValuesSchema,
  collateral_url: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s?#]+$',
      description: 'Base address of a PCCS. Default: Intel’s own service.',
    }),
  ),
  collateral_file: Type.Optional(
    Type.String({
      description:
        'File with the collateral, for a gateway without a way out; replaces the address.',
    }),
  ),
  tls_ca: Type.Optional(
    Type.String({ description: 'PEM of certificate authorities known beside the built-in ones.' }),
  ),
  session_seconds: Type.Optional(
    Type.Integer({
      minimum: 30,
      maximum: 86_400,
      description: 'Longest use of one attestation. Default 600.',
    }),
  ),
}

/** An enclave of real hardware. Its root is Intel's, and nothing here can name another. */
export const AciUpstreamSchema = Type.Object({ kind: Type.Literal('aci'), ...enclaveBase }, closed)

export const SimulatedAciUpstreamSchema = Type.Object(
  {
    kind: Type.Literal('aci-simulated'),
    ...enclaveBase,
    simulation_root: Type.String({
      description: 'PEM of the root of the simulation. Its answers are labelled as simulated.',
    }),
  },
  closed,
)

const UpstreamSchema = Type.Union([
  OpenaiUpstreamSchema,
  AciUpstreamSchema,
  SimulatedAciUpstreamSchema,
])

const ModelSchema = Type.Object(
  {
    id: ModelIdText,
    owned_by: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    created: Type.Optional(Type.Integer({ minimum: 0, description: 'Unix seconds.' })),
    plan: Type.Optional(Type.String({ description: 'Least plan that may use it. Default: none.' })),
    content_policy: Type.Optional(
      Type.Union([Type.Literal('standard'), Type.Literal('uncensored')]),
    ),
    context_length: Type.Optional(Type.Integer({ minimum: 1, description: 'Tokens.' })),
  },
  closed,
)

const PlanSchema = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9_]{0,31}$' }),
    requests_per_minute: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
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
  { ...closed, description: 'How much a chat request may hold; more is refused unread.' },
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
    plans: Type.Optional(
      Type.Array(PlanSchema, {
        minItems: 1,
        description: 'Weakest first. The first is what a new key gets.',
      }),
    ),
    stream_release: Type.Optional(
      Type.Union([Type.Literal('flow'), Type.Literal('proven')], {
        description:
          'flow: a stream from an enclave leaves as it comes where its channel is proven. proven: nothing leaves before its receipt. Default flow.',
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
export type UpstreamConfig = Type.Static<typeof UpstreamSchema>
export type EnclaveConfig = Extract<UpstreamConfig, { kind: 'aci' | 'aci-simulated' }>
export type ModelConfig = Type.Static<typeof ModelSchema>
export type PlanConfig = Type.Static<typeof PlanSchema>
