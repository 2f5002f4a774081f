import fastify, { type FastifyInstance } from 'fastify'
import { enclaveEndpoints } from '#shared/aci/endpoints.ts'
import { FormatError } from '#shared/errors.ts'
import { simulatorErrors } from '#shared/words/english/demo/simulator-errors.ts'
import { DemoError } from '../upstream/demo-error.ts'
import { AciError, aciErrorBody } from './aci-error.ts'
import { countTokens } from './count-tokens.ts'
import { createRequestOpener } from './open-request.ts'
import { createReceiptStore } from './receipt-store.ts'
import { serveChat } from './serve-chat.ts'
import { serveEmbeddings } from './serve-embeddings.ts'
import type { SimulatorDeps } from './simulator-deps.ts'
import type { TlsIdentity } from './hardware/tls-identity.ts'
import { readRequestBody } from './write-answer.ts'

/** The simulated enclave's service (PROTOCOL.md §1). */
export function buildSimulator(deps: SimulatorDeps, tls: TlsIdentity): FastifyInstance {
  const app = fastify({
    bodyLimit: 32 * 1024 * 1024,
    forceCloseConnections: true,
    https: { key: tls.keyPem, cert: tls.certificatePem },
  }) as unknown as FastifyInstance
  const receipts = createReceiptStore()
  const open = createRequestOpener(deps)

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-aci-version', 'aci/1')
    reply.header('x-aci-keyset-digest', deps.enclave.keysetDigest())
  })
  if (deps.connections === 'ended') {
    app.addHook('onRequest', async (_request, reply) => {
      reply.raw.setHeader('connection', 'close')
    })
  }
  app.setErrorHandler((error, _request, reply) => {
    const known = toAciError(error)
    return reply.code(known.statusCode).send(aciErrorBody(known))
  })

  app.get('/v1/aci/attestation', async (request, reply) => {
    const { nonce } = request.query as { nonce?: string }
    if (nonce !== undefined && !/^[0-9a-f]{64}$/.test(nonce)) {
      throw new AciError(400, 'invalid_request_error', simulatorErrors.nonce)
    }
    if (deps.domain !== null && request.hostname !== deps.domain) {
      throw new AciError(404, 'not_found', simulatorErrors.noKeyForHost)
    }
    deps.count('attestation')
    return reply.type('application/json').send(await deps.enclave.report(nonce ?? null))
  })

  app.get('/v1/aci/receipts/:id', (request, reply) => {
    const { id } = request.params as { id: string }
    return reply.type('application/json').send(receipts.find(id, request, deps.fault()))
  })

  app.get('/v1/aci/sessions/:id', (request, reply) => {
    const { id, document } = deps.session()
    if ((request.params as { id: string }).id !== id) {
      throw new AciError(404, 'not_found', simulatorErrors.noSuchSession)
    }
    return reply.type('application/json').send(document)
  })

  const serving = { ...deps, open, receipts }
  app.post(enclaveEndpoints.chat, (request, reply) => serveChat(request, reply, serving))
  app.post(enclaveEndpoints.embeddings, (request, reply) =>
    serveEmbeddings(request, reply, serving),
  )
  app.post('/v1/messages/count_tokens', (request, reply) =>
    reply.send(countTokens(readRequestBody(request.body as Buffer))),
  )

  return app
}

function toAciError(error: unknown): AciError {
  if (error instanceof AciError) return error
  if (error instanceof DemoError || error instanceof FormatError) {
    return new AciError(400, 'invalid_request_error', error.message)
  }
  const { statusCode, message } = error as { statusCode?: number; message: string }
  return statusCode !== undefined && statusCode < 500
    ? new AciError(statusCode, 'invalid_request_error', message)
    : new AciError(500, 'internal_error', simulatorErrors.failed)
}
