import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import type { SimulationRoots } from '#shared/attestation/kinds/stated-policy.ts'
import { addPccs } from '../../enclave/add-pccs.ts'
import { makeCollateral } from '../../enclave/hardware/simulation-collateral.ts'
import { makeSimulationPki } from '../../enclave/hardware/simulation-pki.ts'
import type { makeTlsIdentity } from '../../enclave/hardware/tls-identity.ts'
import { makeGpus } from '../gpu-evidence.ts'

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

/** Makers of hardware, and one who is none: the same for all hosts of a process. */
export function hardwareMakers() {
  makers ??= makeMakers(new Date())
  return makers
}

let makers: ReturnType<typeof makeMakers> | null = null

async function makeMakers(now: Date) {
  const [pki, gpus, strangers] = await Promise.all([
    makeSimulationPki(now),
    makeGpus(now),
    makeGpus(now),
  ])
  return { pki, gpus, strangers }
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
  const pccs = fastify({ forceCloseConnections: true })
  const plan = isStale ? { tcbStatus: 'OutOfDate' } : {}
  addPccs(pccs, { pki, collateral: () => makeCollateral(pki, new Date(), plan) })
  await Promise.all([
    app.listen({ port, host: '127.0.0.1' }),
    pccs.listen({ port: 0, host: '127.0.0.1' }),
  ])
  const portOf = ({ server }: { readonly server: FastifyInstance['server'] }) =>
    (server.address() as AddressInfo).port
  return {
    baseUrl: `https://127.0.0.1:${portOf(app)}${path}`,
    collateralUrl: `http://127.0.0.1:${portOf(pccs)}`,
    roots: { intel: pki.rootPem, nvidia: gpus.rootPem },
    certificatePem: tls.certificatePem,
    async close() {
      await Promise.all([app.close(), pccs.close()])
    },
  }
}
