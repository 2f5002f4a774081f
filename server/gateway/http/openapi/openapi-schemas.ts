import { e2eeHeaders } from '#shared/e2ee/e2ee-headers.ts'
import { schemaWords } from '#shared/words/english/api/schemas.ts'

// Shapes of answers, for the OpenAPI document. They describe; nothing is validated with them.

const string = { type: 'string' } as const
const integer = { type: 'integer' } as const
const boolean = { type: 'boolean' } as const
const digest = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const
const address = { type: 'string', pattern: '^0x[0-9a-f]{40}$' } as const
const time = { type: 'string', format: 'date-time' } as const
const mode = { type: 'string', enum: ['anonymized', 'private', 'tee', 'e2ee'] } as const

function object(properties: Readonly<Record<string, object>>, optional: readonly string[] = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required }
}

const enclave = object({ providerId: string, measurement: digest, verifiedBy: string })

const receipt = object({
  body: object(
    {
      v: { const: 1 },
      issuedAt: time,
      model: string,
      mode,
      promptCommit: digest,
      responseCommit: digest,
      enclave,
    },
    ['enclave'],
  ),
  digest,
  signature: { type: 'string', pattern: '^0x[0-9a-f]{130}$' },
  signer: address,
})

const svc = object(
  {
    privacy_mode: mode,
    privacy_label: string,
    content_policy: { type: 'string', enum: ['standard', 'uncensored', 'unmoderated'] },
    receipt_digest: digest,
    receipt,
    commitment_salts: object({ prompt: digest, response: digest }),
    enclave_receipt_id: string,
    enclave_receipt: { type: 'object' },
    resolved_via_trait: string,
    why: object({ code: string, message: string, left_out: { type: 'array', items: string } }, [
      'left_out',
    ]),
    committed: { type: 'string', enum: ['embeddings', 'messages', 'responses'] },
    translated: { const: true },
  },
  ['enclave_receipt_id', 'enclave_receipt', 'resolved_via_trait', 'why', 'committed', 'translated'],
)

const shownModeHeader = {
  'x-svc-shown-mode': {
    ...mode,
    description: schemaWords.shownMode,
  },
} as const

const releaseHeader = {
  'x-svc-release': {
    const: 'proven',
    description: schemaWords.release,
  },
} as const

export const chatHeaders = {
  type: 'object',
  properties: { ...shownModeHeader, ...releaseHeader },
}

/** Of what nothing waits for. */
export const countHeaders = { type: 'object', properties: shownModeHeader }

const publicKey = { type: 'string', pattern: '^[0-9a-f]+$' } as const

export const relayHeaders = {
  type: 'object',
  properties: {
    'x-e2ee-version': { const: '2', description: schemaWords.version },
    'x-client-pub-key': { ...publicKey, description: schemaWords.clientKey },
    'x-model-pub-key': { ...publicKey, description: schemaWords.enclaveKey },
    'x-e2ee-nonce': {
      type: 'string',
      pattern: '^[0-9a-fA-F]{64}$',
      description: schemaWords.nonce,
    },
    'x-e2ee-timestamp': {
      type: 'string',
      pattern: '^\\d{1,12}$',
      description: schemaWords.time,
    },
    ...shownModeHeader,
    ...releaseHeader,
    'x-svc-obfuscation': {
      const: 'on',
      description: schemaWords.obfuscation,
    },
  },
  required: e2eeHeaders,
}

/** Of an answer; a stream has the mode alone. */
const answerHeaders = {
  'x-svc-mode': { ...mode, description: schemaWords.mode },
  'x-svc-receipt-digest': {
    ...digest,
    description: schemaWords.receipt,
  },
} as const

const streamExample = [
  'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"}}]}',
  'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"svc":{}}',
  'data: [DONE]',
  '',
].join('\n\n')

export const completion = {
  description: schemaWords.completion,
  headers: answerHeaders,
  content: {
    'application/json': {
      schema: object({ choices: { type: 'array', items: { type: 'object' } }, svc }),
    },
    'text/event-stream': {
      schema: {
        type: 'string',
        description: schemaWords.stream,
        examples: [streamExample],
      },
    },
  },
}

/** What an upstream counted. */
export const count = {
  description: schemaWords.count,
  headers: {
    'x-svc-mode': { ...mode, description: schemaWords.promptMode },
    'x-svc-receipt': { const: 'none' },
  },
  content: {
    'application/json': { schema: object({ input_tokens: { type: 'integer', minimum: 0 } }) },
  },
}

/** Prometheus' text format. */
export const metrics = {
  description: schemaWords.metrics,
  content: {
    'text/plain': {
      schema: {
        type: 'string',
        examples: ['countersign_answers_total{mode="private",delivery="streamed"} 7'],
      },
    },
  },
}

export const embeddings = {
  ...object({ data: { type: 'array', items: { type: 'object' } }, svc }),
  description: schemaWords.vectors,
}

export const message = {
  ...object({
    type: { const: 'message' },
    role: { const: 'assistant' },
    content: { type: 'array', items: { type: 'object' } },
    svc,
  }),
  description: schemaWords.message,
}

export const response = {
  ...object({
    object: { const: 'response' },
    status: { type: 'string', enum: ['completed', 'incomplete'] },
    output: { type: 'array', items: { type: 'object' } },
    svc,
  }),
  description: schemaWords.response,
}

export const model = object({
  id: string,
  object: { const: 'model' },
  created: integer,
  owned_by: string,
  svc: object({
    mode: { type: ['string', 'null'] },
    modes: { type: 'array', items: mode },
    sealable: boolean,
    plan: { type: ['string', 'null'] },
    content_policy: string,
    task: { type: 'string', enum: ['chat', 'embeddings'] },
    context_length: { type: ['integer', 'null'] },
    aliases: { type: 'array', items: string },
  }),
})

export const modelList = object({
  object: { const: 'list' },
  count: integer,
  sealable: integer,
  data: { type: 'array', items: model },
})

export const traits = object({
  object: { const: 'list' },
  data: { type: 'object', additionalProperties: string },
})

export const limits = object(
  {
    seal_signer: address,
    seal_signer_from: time,
    retired_signers: {
      type: 'array',
      items: object({ address, from: time, until: time, revoked_from: time }),
    },
    not_promised: { type: 'array', items: object({ id: string, text: string, because: string }) },
    observed: { type: 'object' },
    operator: object({ name: string, url: string, contact: string }, ['url', 'contact']),
  },
  ['operator'],
)

export const status = object({ status: string })

const strings = { type: 'array', items: string }
const refused_enclaves = { type: 'array', items: object({ upstream: string, checks: strings }) }

export const ready = object({ status: string, refused_enclaves }, ['refused_enclaves'])

export const notReady = object({ ...ready.properties, away: strings }, ['refused_enclaves'])

const keyMembers = {
  id: string,
  plan: string,
  plan_until: { type: ['string', 'null'], format: 'date-time' },
  requests_per_minute: integer,
  requests_per_day: { type: ['integer', 'null'] },
  tokens_per_minute: { type: ['integer', 'null'] },
  tokens_per_day: { type: ['integer', 'null'] },
  created_at: time,
}

export const usage = object({
  object: { const: 'list' },
  data: {
    type: 'array',
    items: object({
      day: { type: 'string', format: 'date' },
      model: string,
      requests: integer,
      prompt_tokens: integer,
      completion_tokens: integer,
    }),
  },
})

export const key = object(keyMembers)
export const rotatedKey = object({ ...keyMembers, key: string })
export const madeKey = object({ id: string, key: string, plan: string, created_at: time })
export const revokedKey = object({ id: string, revoked: boolean })

export const e2eeKey = object(
  {
    algo: string,
    public_key: string,
    upstream_model: string,
    measurement: digest,
    provider_id: string,
    verified_by: string,
    simulation_root: string,
    attestation: { type: 'object', additionalProperties: true },
    collateral: { type: 'object', additionalProperties: true },
    scheme: string,
    evidence: { type: 'object', additionalProperties: true },
  },
  ['simulation_root', 'attestation', 'collateral', 'scheme', 'evidence'],
)
