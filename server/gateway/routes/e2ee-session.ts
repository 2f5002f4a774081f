import { enclaveErrors } from '#shared/words/english/errors/enclave-errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as Type from 'typebox'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { encryptedModels, enclaveRoutes } from '../catalogue/enclave-routes.ts'
import { GatewayError } from '../common/errors.ts'
import { describe } from '../http/openapi/operations.ts'
import { SessionQuerySchema } from '../http/query-schemas.ts'
import { refuseQuery } from '../http/refuse-query.ts'

interface SessionDeps {
  readonly catalogue: Catalogue
}

type SessionQuery = Type.Static<typeof SessionQuerySchema>

/** `GET /api/e2ee/session`: an aggregator's own record, byte for byte. */
export function addE2eeSession(app: FastifyInstance, deps: SessionDeps): void {
  app.get(
    '/api/e2ee/session',
    { ...describe('e2eeSession'), config: { budget: 'spend' } },
    (request, reply) => showSession(request, reply, deps),
  )
}

async function showSession(request: FastifyRequest, reply: FastifyReply, deps: SessionDeps) {
  refuseQuery(request.query, SessionQuerySchema)
  const { model: name, id, collateral } = request.query as SessionQuery
  const [{ model }] = encryptedModels(name, deps.catalogue)
  for (const { enclave } of enclaveRoutes(model)) {
    const found = collateral === undefined ? enclave.session(id) : enclave.sessionOffer(id)
    const bytes = await found.catch(() => null)
    if (bytes !== null) return reply.type('application/json; charset=utf-8').send(bytes)
  }
  throw new GatewayError('not_found', enclaveErrors.noSession)
}
