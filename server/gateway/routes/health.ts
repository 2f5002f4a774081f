import type { FastifyInstance } from 'fastify'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { enclaveUpstreams, refusedBy } from '../catalogue/enclave-upstreams.ts'
import { describe } from '../http/openapi/operations.ts'
import type { Dependency, Metrics } from '../operation/metrics.ts'

export interface HealthDeps {
  readonly metrics: Metrics
  /** What a gateway cannot serve without, and cannot reach now. */
  readonly partsAway: () => Promise<readonly Dependency[]>
  readonly catalogue: Catalogue
}

const config = { audience: 'everybody', budget: 'unasked' } as const

/** `/healthz`, `/readyz` and `/api/metrics`: for whoever runs the gateway. */
export function addHealth(
  app: FastifyInstance,
  { metrics, partsAway, catalogue }: HealthDeps,
): void {
  app.get('/healthz', { ...describe('healthz'), config }, () => ({ status: 'ok' }))

  app.get('/readyz', { ...describe('readyz'), config }, async (_request, reply) => {
    const away = await partsAway()
    const refused = refusedEnclaves(catalogue)
    const detail = refused.length === 0 ? {} : { refused_enclaves: refused }
    return away.length === 0
      ? { status: 'ready', ...detail }
      : reply.code(503).send({ status: 'not ready', away, ...detail })
  })

  app.get('/api/metrics', { ...describe('metrics'), config }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  )
}

/** A gateway without them is ready: it serves what does not need them. */
function refusedEnclaves(catalogue: Catalogue) {
  return enclaveUpstreams(catalogue).flatMap((upstream) => {
    const checks = refusedBy(upstream)
    return checks === null ? [] : [{ upstream: upstream.id, checks }]
  })
}
