import { requestErrors } from '#shared/words/english/errors/request-errors.ts'
import type { FastifyInstance } from 'fastify'
import { GatewayError } from '../common/errors.ts'
import type { EvidenceStore } from '../common/evidence-store.ts'
import { describe } from '../http/openapi/operations.ts'

export interface EvidenceDeps {
  readonly evidence: EvidenceStore
}

const digestForm = /^[0-9a-f]{64}$/

/** `GET /api/evidence/<digest>`: by what the gateway verified an enclave, for whoever holds an answer that names it. */
export function addEvidence(app: FastifyInstance, { evidence }: EvidenceDeps): void {
  app.get<{ Params: { digest: string } }>(
    '/api/evidence/:digest',
    { ...describe('evidence'), config: { budget: 'read' } },
    async ({ params: { digest } }, reply) => {
      const bytes = digestForm.test(digest) ? await evidence.find(digest) : null
      if (bytes === null) {
        throw new GatewayError('not_found', requestErrors.noEvidence)
      }
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(bytes)
    },
  )
}
