import { ChatRequestSchema } from '../../answer/request/chat-request-schema.ts'
import { dialectOperations } from './dialect-operations.ts'
import * as schemas from './openapi-schemas.ts'
import { errorResponses, type OperationName } from './operation-errors.ts'
import { KeyQuerySchema, SessionQuerySchema } from '../query-schemas.ts'
import { RedeemSchema } from '../redeem-schema.ts'

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly body?: object
  readonly params?: object
  readonly querystring?: object
  readonly headers?: object
  readonly response: Readonly<Record<number | string, object>>
}

/** Every operation, as the OpenAPI document has it; its errors are in `operation-errors.ts`. */
const operations = {
  chat: {
    operationId: 'createChatCompletion',
    tags: ['chat'],
    summary: 'Answer a list of messages',
    description:
      'OpenAI’s chat completions, buffered or streamed. Every answer carries `svc`: the mode it was really delivered in, and a signed receipt. The gateway forwards all other members of the request.',
    headers: schemas.chatHeaders,
    body: ChatRequestSchema,
    response: { 200: schemas.completion },
  },
  ...dialectOperations,
  e2eeKey: {
    operationId: 'getEnclaveKey',
    tags: ['end-to-end encryption'],
    summary: 'Show the key of the enclave to encrypt to',
    description:
      'With a `nonce`, you also get the enclave’s report and the collateral. They let you verify the key before you encrypt to it.',
    querystring: KeyQuerySchema,
    response: { 200: schemas.e2eeKey },
  },
  e2eeSession: {
    operationId: 'getEnclaveSession',
    tags: ['end-to-end encryption'],
    summary: 'Show how an aggregator verified the host of a model',
    querystring: SessionQuerySchema,
    response: { 200: { type: 'object', additionalProperties: true } },
  },
  evidence: {
    operationId: 'getEvidence',
    tags: ['trust'],
    summary: 'Show the evidence by which the gateway verified an enclave',
    description:
      'The file that `svc.evidence` names by its SHA-256, for providers that have their own protocol. The gateway keeps the file for 90 days.',
    params: { type: 'object', properties: { digest: { type: 'string' } } },
    response: { 200: { type: 'object', additionalProperties: true } },
  },
  e2eeRelay: {
    operationId: 'relayEncryptedRequest',
    tags: ['end-to-end encryption'],
    summary: 'Pass an encrypted request to the enclave',
    description:
      'Send the five headers of E2EE v2, and a body with encrypted contents. The body is that of a chat completion, or of embeddings (`input` and no `messages`). The enclave’s bytes come back unchanged, with `svc` added. With `X-E2EE-Scheme: ehbp-1` the whole body is encrypted both ways (PROTOCOL.md §12.3), with `near-2` the fields of a chat (§12.4). With `venice-1` the contents of messages are encrypted (§12.5).',
    headers: schemas.relayHeaders,
    body: ChatRequestSchema,
    response: { 200: schemas.completion },
  },
  models: {
    operationId: 'listModels',
    tags: ['catalogue'],
    summary: 'List the models, each with the mode it would be delivered in now',
    response: { 200: schemas.modelList },
  },
  traits: {
    operationId: 'listTraits',
    tags: ['catalogue'],
    summary: 'List the stable names that outlive a model',
    response: { 200: schemas.traits },
  },
  model: {
    operationId: 'getModel',
    tags: ['catalogue'],
    summary: 'Describe one model',
    params: { type: 'object', properties: { id: { type: 'string' } } },
    response: { 200: schemas.model },
  },
  limits: {
    operationId: 'getLimits',
    tags: ['trust'],
    summary: 'Show the signing address, and what the gateway does not promise',
    description:
      'Computed from the running system. A verifier takes the signing address from here, never from a receipt.',
    response: { 200: schemas.limits },
  },
  metrics: {
    operationId: 'getMetrics',
    tags: ['operation'],
    summary: 'Show operational metrics as Prometheus text',
    response: { 200: schemas.metrics },
  },
  healthz: {
    operationId: 'getHealth',
    tags: ['operation'],
    summary: 'Say that the process is alive',
    response: { 200: schemas.status },
  },
  readyz: {
    operationId: 'getReadiness',
    tags: ['operation'],
    summary: 'Say whether store, Redis and signer can be used',
    description:
      'Enclaves that the gateway refuses are named, with the checks that did not pass. Other routes serve meanwhile.',
    response: { 200: schemas.ready, 503: schemas.notReady },
  },
  makeKey: {
    operationId: 'makeKey',
    tags: ['keys'],
    summary: 'Make a key; it is shown once',
    response: { 201: schemas.madeKey },
  },
  self: {
    operationId: 'getOwnKey',
    tags: ['keys'],
    summary: 'Show the plan of the key that asks',
    response: { 200: schemas.key },
  },
  usage: {
    operationId: 'getOwnUsage',
    tags: ['keys'],
    summary: 'Show what the key that asks used, by day and model',
    description:
      'The answered requests of the last 31 days, and their tokens as providers count them. Where a provider does not count, the gateway estimates by length. The gateway keeps nothing else about requests, and deletes this with the key.',
    response: { 200: schemas.usage },
  },
  rotate: {
    operationId: 'rotateOwnKey',
    tags: ['keys'],
    summary: 'Replace the key that asks; the old one ends at once',
    response: { 200: schemas.rotatedKey },
  },
  revoke: {
    operationId: 'revokeOwnKey',
    tags: ['keys'],
    summary: 'Revoke the key that asks',
    response: { 200: schemas.revokedKey },
  },
  redeem: {
    operationId: 'redeemVoucher',
    tags: ['keys'],
    summary: 'Upgrade the key that asks with a voucher',
    body: RedeemSchema,
    response: { 200: schemas.key },
  },
} as const satisfies Readonly<Record<OperationName, Operation>>

/** Route options that document an operation. An alias without `/v1` is left out of the document. */
export function describe(name: OperationName, url = '/v1') {
  const isAlias = !url.startsWith('/v1') && !url.startsWith('/api')
  const operation = operations[name]
  const response = { ...errorResponses(name), ...operation.response }
  return { schema: { ...operation, response, hide: isAlias && url !== '/v1' } }
}
