import { operationWords } from '#shared/words/english/api/operations.ts'
import { ChatRequestSchema } from '../../answer/request/chat-request-schema.ts'
import { dialectOperations, operation } from './dialect-operations.ts'
import * as schemas from './openapi-schemas.ts'
import { errorResponses, type OperationName } from './operation-errors.ts'
import { KeyQuerySchema, SessionQuerySchema } from '../query-schemas.ts'
import { RedeemSchema } from '../redeem-schema.ts'

interface Operation extends ReturnType<typeof operation> {
  readonly description?: string
  readonly body?: object
  readonly params?: object
  readonly querystring?: object
  readonly headers?: object
}

const anything = { 200: { type: 'object', additionalProperties: true } }

/** Every operation, as the OpenAPI document has it; its errors are in `operation-errors.ts`. */
const operations = {
  chat: {
    ...operation('chat', 'createChatCompletion', operationWords.chat, { 200: schemas.completion }),
    description: operationWords.chatMore,
    headers: schemas.chatHeaders,
    body: ChatRequestSchema,
  },
  ...dialectOperations,
  e2eeKey: {
    ...operation(operationWords.e2ee, 'getEnclaveKey', operationWords.e2eeKey, {
      200: schemas.e2eeKey,
    }),
    description: operationWords.e2eeKeyMore,
    querystring: KeyQuerySchema,
  },
  e2eeSession: {
    ...operation(operationWords.e2ee, 'getEnclaveSession', operationWords.e2eeSession, anything),
    querystring: SessionQuerySchema,
  },
  evidence: {
    ...operation('trust', 'getEvidence', operationWords.evidence, anything),
    description: operationWords.evidenceMore,
    params: { type: 'object', properties: { digest: { type: 'string' } } },
  },
  e2eeRelay: {
    ...operation(operationWords.e2ee, 'relayEncryptedRequest', operationWords.relay, {
      200: schemas.completion,
    }),
    description: operationWords.relayMore,
    headers: schemas.relayHeaders,
    body: ChatRequestSchema,
  },
  models: operation('catalogue', 'listModels', operationWords.models, { 200: schemas.modelList }),
  traits: operation('catalogue', 'listTraits', operationWords.traits, { 200: schemas.traits }),
  model: {
    ...operation('catalogue', 'getModel', operationWords.model, { 200: schemas.model }),
    params: { type: 'object', properties: { id: { type: 'string' } } },
  },
  limits: {
    ...operation('trust', 'getLimits', operationWords.limits, { 200: schemas.limits }),
    description: operationWords.limitsMore,
  },
  metrics: operation('operation', 'getMetrics', operationWords.metrics, { 200: schemas.metrics }),
  healthz: operation('operation', 'getHealth', operationWords.alive, { 200: schemas.status }),
  readyz: {
    ...operation('operation', 'getReadiness', operationWords.ready, {
      200: schemas.ready,
      503: schemas.notReady,
    }),
    description: operationWords.readyMore,
  },
  makeKey: operation('keys', 'makeKey', operationWords.makeKey, { 201: schemas.madeKey }),
  self: operation('keys', 'getOwnKey', operationWords.plan, { 200: schemas.key }),
  usage: {
    ...operation('keys', 'getOwnUsage', operationWords.usage, { 200: schemas.usage }),
    description: operationWords.usageMore,
  },
  rotate: operation('keys', 'rotateOwnKey', operationWords.rotateKey, { 200: schemas.rotatedKey }),
  revoke: operation('keys', 'revokeOwnKey', operationWords.revokeKey, { 200: schemas.revokedKey }),
  redeem: {
    ...operation('keys', 'redeemVoucher', operationWords.redeem, { 200: schemas.key }),
    body: RedeemSchema,
  },
} as const satisfies Readonly<Record<OperationName, Operation>>

/** Route options that document an operation. An alias without `/v1` is left out of the document. */
export function describe(name: OperationName, url = '/v1') {
  const isAlias = !url.startsWith('/v1') && !url.startsWith('/api')
  const documented = operations[name]
  const response = { ...errorResponses(name), ...documented.response }
  return { schema: { ...documented, response, hide: isAlias && url !== '/v1' } }
}
