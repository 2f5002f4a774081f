import type { FastifyInstance } from 'fastify'
import { describe } from '../http/openapi/operations.ts'
import type { Dependency, Metrics } from '../operation/metrics.ts'

export interface HealthDeps {
  readonly metrics: Metrics
  /** What a gateway cannot serve without, and cannot reach now. */
  readonly partsAway: () => Promise<readonly Dependency[]>
}

const config = { audience: 'everybody', budget: 'unasked' } as const

/** `/healthz`, `/readyz` and `/api/metrics`: for whoever runs the gateway. */
export function addHealth(app: FastifyInstance, { metrics, partsAway }: HealthDeps): void {
  app.get('/healthz', { ...describe('healthz'), config }, () => ({ status: 'ok' }))

  app.get('/readyz', { ...describe('readyz'), config }, async (_request, reply) => {
    const away = await partsAway()
    return away.length === 0
      ? { status: 'ready' }
      : reply.code(503).send({ status: 'not ready', away })
  })

  app.get('/api/metrics', { ...describe('metrics'), config }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  )
}
