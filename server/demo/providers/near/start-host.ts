import fastify, { type FastifyInstance } from 'fastify'
import type { SimulationRoots } from '#shared/attestation/kinds/stated-policy.ts'
import { makeCollateral } from '../../enclave/hardware/simulation-collateral.ts'
import type { makeTlsIdentity } from '../../enclave/hardware/tls-identity.ts'
import { startPccs } from '../../enclave/hardware/start-pccs.ts'
import { hardwareMakers } from '../hardware-makers.ts'

interface HostOptions {
  readonly tls: Awaited<ReturnType<typeof makeTlsIdentity>>
  readonly port: number
  /** Of its address. */
  readonly path: string
  /** Whether the platform of its processor is out of date. */
  readonly isStale: boolean
  readonly addRoutes: (app: FastifyInstance) => void
}

/** What every simulated host, or who passes on to one, has for whoever uses it. */
export interface RunningHost {
  readonly baseUrl: string
  /** Where the collateral is served, as by a PCCS. */
  readonly collateralUrl: string
  readonly roots: SimulationRoots
  readonly certificatePem: string
  close(): Promise<void>
}

/** Serves over TLS on loopback, and the collateral beside it. */
export async function startHost(options: HostOptions): Promise<RunningHost> {
  const { tls, port, path, isStale, addRoutes } = options
  const { pki, gpus } = await hardwareMakers()
  const app = fastify({
    forceCloseConnections: true,
    https: { key: tls.keyPem, cert: tls.certificatePem },
  }) as unknown as FastifyInstance
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  addRoutes(app)
  const plan = isStale ? { tcbStatus: 'OutOfDate' } : {}
  const [origin, pccs] = await Promise.all([
    app.listen({ port, host: '127.0.0.1' }),
    startPccs({ pki, collateral: () => makeCollateral(pki, new Date(), plan) }),
  ])
  return {
    baseUrl: `${origin}${path}`,
    collateralUrl: pccs.url,
    roots: { intel: pki.rootPem, nvidia: gpus.rootPem },
    certificatePem: tls.certificatePem,
    async close() {
      await Promise.all([app.close(), pccs.close()])
    },
  }
}
