import { operationWords } from '#shared/words/english/api/operations.ts'
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
    summary: operationWords.chat,
    description: operationWords.chatMore,
    headers: schemas.chatHeaders,
    body: ChatRequestSchema,
    response: { 200: schemas.completion },
  },
  ...dialectOperations,
  e2eeKey: {
    operationId: 'getEnclaveKey',
    tags: [operationWords.e2ee],
    summary: operationWords.e2eeKey,
    description: operationWords.e2eeKeyMore,
    querystring: KeyQuerySchema,
    response: { 200: schemas.e2eeKey },
  },
  e2eeSession: {
    operationId: 'getEnclaveSession',
    tags: [operationWords.e2ee],
    summary: operationWords.e2eeSession,
    querystring: SessionQuerySchema,
    response: { 200: { type: 'object', additionalProperties: true } },
  },
  evidence: {
    operationId: 'getEvidence',
    tags: ['trust'],
    summary: operationWords.evidence,
    description: operationWords.evidenceMore,
    params: { type: 'object', properties: { digest: { type: 'string' } } },
    response: { 200: { type: 'object', additionalProperties: true } },
  },
  e2eeRelay: {
    operationId: 'relayEncryptedRequest',
    tags: [operationWords.e2ee],
    summary: operationWords.relay,
    description: operationWords.relayMore,
    headers: schemas.relayHeaders,
    body: ChatRequestSchema,
    response: { 200: schemas.completion },
  },
  models: {
    operationId: 'listModels',
    tags: ['catalogue'],
    summary: operationWords.models,
    response: { 200: schemas.modelList },
  },
  traits: {
    operationId: 'listTraits',
    tags: ['catalogue'],
    summary: operationWords.traits,
    response: { 200: schemas.traits },
  },
  model: {
    operationId: 'getModel',
    tags: ['catalogue'],
    summary: operationWords.model,
    params: { type: 'object', properties: { id: { type: 'string' } } },
    response: { 200: schemas.model },
  },
  limits: {
    operationId: 'getLimits',
    tags: ['trust'],
    summary: operationWords.limits,
    description: operationWords.limitsMore,
    response: { 200: schemas.limits },
  },
  metrics: {
    operationId: 'getMetrics',
    tags: ['operation'],
    summary: operationWords.metrics,
    response: { 200: schemas.metrics },
  },
  healthz: {
    operationId: 'getHealth',
    tags: ['operation'],
    summary: operationWords.alive,
    response: { 200: schemas.status },
  },
  readyz: {
    operationId: 'getReadiness',
    tags: ['operation'],
    summary: operationWords.ready,
    description: operationWords.readyMore,
    response: { 200: schemas.ready, 503: schemas.notReady },
  },
  makeKey: {
    operationId: 'makeKey',
    tags: ['keys'],
    summary: operationWords.makeKey,
    response: { 201: schemas.madeKey },
  },
  self: {
    operationId: 'getOwnKey',
    tags: ['keys'],
    summary: operationWords.plan,
    response: { 200: schemas.key },
  },
  usage: {
    operationId: 'getOwnUsage',
    tags: ['keys'],
    summary: operationWords.usage,
    description: operationWords.usageMore,
    response: { 200: schemas.usage },
  },
  rotate: {
    operationId: 'rotateOwnKey',
    tags: ['keys'],
    summary: operationWords.rotateKey,
    response: { 200: schemas.rotatedKey },
  },
  revoke: {
    operationId: 'revokeOwnKey',
    tags: ['keys'],
    summary: operationWords.revokeKey,
    response: { 200: schemas.revokedKey },
  },
  redeem: {
    operationId: 'redeemVoucher',
    tags: ['keys'],
    summary: operationWords.redeem,
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
