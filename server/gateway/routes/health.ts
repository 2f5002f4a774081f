import type { FastifyInstance } from 'fastify'
import { describe } from '../http/openapi/operations.ts'
import type { Metrics } from '../operation/metrics.ts'

export interface HealthDeps {
  readonly metrics: Metrics
  /** Rejects while the store or the signer cannot be used. */
  readonly checkReady: () => Promise<void>
}

const config = { audience: 'everybody' } as const

/** `/healthz`, `/readyz` and `/api/metrics`: for whoever runs the gateway. */
export function addHealth(app: FastifyInstance, { metrics, checkReady }: HealthDeps): void {
  app.get('/healthz', { ...describe('healthz'), config }, () => ({ status: 'ok' }))

  app.get('/readyz', { ...describe('readyz'), config }, async (_request, reply) => {
    try {
      await checkReady()
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'not ready' })
    }
  })

  app.get('/api/metrics', { ...describe('metrics'), config }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  )
}
