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
    why: object({ code: string, message: string }),
    committed: { type: 'string', enum: ['embeddings', 'messages', 'responses'] },
    translated: { const: true },
  },
  ['enclave_receipt_id', 'enclave_receipt', 'resolved_via_trait', 'why', 'committed', 'translated'],
)

export const completion = {
  ...object({ choices: { type: 'array', items: { type: 'object' } }, svc }),
  description:
    'The upstream’s completion, byte for byte, with `svc` as its last member. In a stream, `svc` stands in the event in which the first choice finishes.',
}

export const embeddings = {
  ...object({ data: { type: 'array', items: { type: 'object' } }, svc }),
  description: 'The upstream’s vectors, byte for byte, with `svc` as its last member.',
}

export const message = {
  ...object({
    type: { const: 'message' },
    role: { const: 'assistant' },
    content: { type: 'array', items: { type: 'object' } },
    svc,
  }),
  description:
    'The upstream’s message, byte for byte, with `svc` as its last member. In a stream, `svc` is the last member of the data of `message_stop`.',
}

export const response = {
  ...object({
    object: { const: 'response' },
    status: { type: 'string', enum: ['completed', 'incomplete'] },
    output: { type: 'array', items: { type: 'object' } },
    svc,
  }),
  description:
    'The upstream’s response, byte for byte, with `svc` as its last member. In a stream, `svc` is the last member of `response` in `response.completed` or `response.incomplete`.',
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

export const limits = object({
  seal_signer: address,
  seal_signer_from: time,
  retired_signers: {
    type: 'array',
    items: object({ address, from: time, until: time, revoked_from: time }),
  },
  not_promised: { type: 'array', items: object({ id: string, text: string, because: string }) },
  observed: { type: 'object' },
})

export const status = object({ status: string })

const keyMembers = {
  id: string,
  plan: string,
  plan_until: { type: ['string', 'null'], format: 'date-time' },
  requests_per_minute: integer,
  created_at: time,
}

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
  },
  ['simulation_root', 'attestation', 'collateral'],
)
