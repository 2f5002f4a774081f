import type { FastifyInstance } from 'fastify'
import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import { statusByCode } from '#shared/api-error.ts'
import type { SizeLimits } from '../config/size-limits.ts'
import { ChatRequestSchema } from './chat-request-schema.ts'
import { dialectOperations } from './dialect-operations.ts'
import * as schemas from './openapi-schemas.ts'
import { errorResponses, errorsWithoutOperation, type OperationName } from './operation-errors.ts'
import { KeyQuerySchema, SessionQuerySchema } from './query-schemas.ts'
import { RedeemSchema } from './redeem-schema.ts'

interface Operation {
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly body?: object
  readonly params?: object
  readonly querystring?: object
  readonly response: Readonly<Record<number | string, object>>
}

const operations = {
  chat: {
    tags: ['chat'],
    summary: 'Answer a list of messages',
    description:
      'OpenAI’s chat completions, buffered or streamed. Every answer carries `svc`: the mode it was really delivered in, and a signed receipt. All other members of the request are forwarded. The header `x-svc-release: proven` asks that nothing of an enclave’s answer leaves before its receipt has verified.',
    body: ChatRequestSchema,
    response: { 200: schemas.completion },
  },
  ...dialectOperations,
  e2eeKey: {
    tags: ['end-to-end encryption'],
    summary: 'Show the key of the enclave to encrypt to',
    description:
      'With a `nonce` also the enclave’s report for it and the collateral, so that the key can be verified before anything is encrypted to it.',
    querystring: KeyQuerySchema,
    response: { 200: schemas.e2eeKey },
  },
  e2eeSession: {
    tags: ['end-to-end encryption'],
    summary: 'Show how an aggregator verified the host of a model',
    querystring: SessionQuerySchema,
    response: { 200: { type: 'object', additionalProperties: true } },
  },
  e2eeRelay: {
    tags: ['end-to-end encryption'],
    summary: 'Pass an encrypted request to the enclave',
    description:
      'The body of a chat completion with encrypted contents, and the five headers of E2EE v2. The enclave’s bytes come back as they are, with `svc` spliced in.',
    body: ChatRequestSchema,
    response: { 200: schemas.completion },
  },
  models: {
    tags: ['catalogue'],
    summary: 'List the models, each with the mode it would be delivered in now',
    response: { 200: schemas.modelList },
  },
  traits: {
    tags: ['catalogue'],
    summary: 'List the stable names that outlive a model',
    response: { 200: schemas.traits },
  },
  model: {
    tags: ['catalogue'],
    summary: 'Describe one model',
    params: { type: 'object', properties: { id: { type: 'string' } } },
    response: { 200: schemas.model },
  },
  limits: {
    tags: ['trust'],
    summary: 'State the signing address, and what is not promised',
    description:
      'Computed from the running system. A verifier takes the signing address from here, never from a receipt.',
    response: { 200: schemas.limits },
  },
  metrics: {
    tags: ['operation'],
    summary: 'Show operational metrics as Prometheus text',
    response: { 200: { type: 'string' } },
  },
  healthz: {
    tags: ['operation'],
    summary: 'Tell that the process lives',
    response: { 200: schemas.status },
  },
  readyz: {
    tags: ['operation'],
    summary: 'Tell whether store and signer are ready',
    response: { 200: schemas.status, 503: schemas.status },
  },
  makeKey: {
    tags: ['keys'],
    summary: 'Make a key; it is shown once',
    response: { 201: schemas.madeKey },
  },
  self: {
    tags: ['keys'],
    summary: 'Show the plan of the key that asks',
    response: { 200: schemas.key },
  },
  rotate: {
    tags: ['keys'],
    summary: 'Replace the key that asks; the old one ends at once',
    response: { 200: schemas.rotatedKey },
  },
  revoke: {
    tags: ['keys'],
    summary: 'Revoke the key that asks',
    response: { 200: schemas.revokedKey },
  },
  redeem: {
    tags: ['keys'],
    summary: 'Raise the plan of the key that asks with a voucher',
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

/** By the names that errors and the configuration call them. */
function limitsInWords({ body, request }: Pick<SizeLimits, 'body' | 'request'>): string {
  return [
    `A chat request may have ${body.withKeyBytes} bytes with a key (\`body_limit_bytes\`) and ${body.withoutKeyBytes} without one (\`body_limit_bytes_without_key\`); longer is 413 \`request_too_large\`.`,
    `It may hold ${request.messages} \`messages\`, ${request.parts} \`parts\` in one message, ${request.values} \`values\` (members and items at every depth, together) and a \`depth\` of ${request.depth}; more is 400 \`invalid_request_error\`.`,
    'Either error names the limit in `limit` and how high it is in `most`.',
    `What is no operation is answered with ${errorsWithoutOperation.map((code) => `${statusByCode[code]} \`${code}\``).join(' or ')}.`,
  ].join(' ')
}

/** The page's library writes styles and scripts into itself; nothing may come from elsewhere. */
const onlyOwnOrigin =
  "default-src 'none'; connect-src 'self'; img-src 'self' data:; font-src data:; style-src 'unsafe-inline'; script-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** `/openapi.json`, and a reference page at `/docs` that loads nothing from elsewhere. */
export async function addOpenapi(
  app: FastifyInstance,
  version: string,
  limits: Pick<SizeLimits, 'body' | 'request'>,
): Promise<void> {
  await app.register(swagger, {
    // Model ids may hold slashes, so the route ends in a wildcard; readers get a name for it.
    transform: ({ schema, url }) => ({ schema, url: url.replace('*', ':id') }),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Countersign',
        version,
        description: `An OpenAI-compatible chat gateway whose every answer says, in a signed receipt, in which privacy mode it was really delivered.\n\n${limitsInWords(limits)}`,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      },
      security: [{}, { key: [] }],
    },
  })
  app.get('/openapi.json', { schema: { hide: true }, config: { audience: 'everybody' } }, () =>
    app.swagger(),
  )
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      withDefaultFonts: false,
      hideClientButton: true,
      telemetry: false,
      defaultOpenAllTags: true,
      documentDownloadType: 'json',
      favicon: 'data:,',
      // These send what they are given to somebody else.
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
    },
    hooks: {
      onRequest(_request, reply, done) {
        reply.header('content-security-policy', onlyOwnOrigin)
        done()
      },
    },
  })
}
