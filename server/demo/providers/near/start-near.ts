import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import type { SimulationRoots } from '#shared/attestation/kinds/stated-policy.ts'
import { addPccs } from '../../enclave/add-pccs.ts'
import { makeCollateral } from '../../enclave/hardware/simulation-collateral.ts'
import { makeSimulationPki } from '../../enclave/hardware/simulation-pki.ts'
import { makeTlsIdentity } from '../../enclave/hardware/tls-identity.ts'
import { makeGpus } from '../gpu-evidence.ts'
import { drawEd25519Key } from './host-key.ts'
import { serveNearChat } from './near-chat.ts'
import type { NearFault } from './near-faults.ts'
import { nearReport } from './near-report.ts'

export interface NearSimulatorOptions {
  readonly fault?: NearFault | null
  readonly port?: number
  /** Its own name of the model. */
  readonly model?: string
}

export interface NearSimulator {
  readonly baseUrl: string
  /** Where the collateral is served, as by a PCCS. */
  readonly collateralUrl: string
  readonly roots: SimulationRoots
  readonly certificatePem: string
  readonly counts: { attestation: number; chat: number }
  /** Bodies of chat requests, as they came. */
  readonly received: Buffer[]
  setFault(fault: NearFault | null): void
  /** Another key for signatures and encryption, under the same TLS key. */
  replaceKey(): void
  close(): Promise<void>
}

/** The model of the simulated host, by the host's own name. */
export const nearModel = 'simulated/near-model'

/** Makers of hardware, and one who is none: the same for all hosts of a process. */
let makers: ReturnType<typeof makeMakers> | null = null

function makeMakers(now: Date) {
  return Promise.all([makeSimulationPki(now), makeGpus(now), makeGpus(now)])
}

/** Starts a simulated model host of NEAR AI's on loopback. */
export async function startNear(options: NearSimulatorOptions = {}): Promise<NearSimulator> {
  const now = new Date()
  makers ??= makeMakers(now)
  const [pki, gpus, strangers] = await makers
  const [tls, otherTls] = await Promise.all([makeTlsIdentity(now), makeTlsIdentity(now)])
  const { model = nearModel } = options
  let fault = options.fault ?? null
  const shown = fault === 'another-tls-key' ? otherTls : tls
  let key = drawEd25519Key()
  const stranger = drawEd25519Key()
  const counts = { attestation: 0, chat: 0 }
  const received: Buffer[] = []
  const signatures = new Map<string, object>()

  const app = fastify({
    forceCloseConnections: true,
    https: { key: shown.keyPem, cert: shown.certificatePem },
  }) as unknown as FastifyInstance
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.get('/v1/attestation/report', async (request, reply) => {
    const { nonce = '' } = request.query as { nonce?: string }
    counts.attestation += 1
    if (fault === 'no-report' || !/^[0-9a-f]{64}$/.test(nonce)) return reply.code(400).send()
    const input = { pki, gpus, strangers, key, tlsKey: tls.spki, model, fault }
    return reply.type('application/json').send(await nearReport(nonce, input))
  })

  app.get('/v1/signature/:id', (request, reply) => {
    const found = signatures.get((request.params as { id: string }).id)
    if (found === undefined || fault === 'signature-missing') {
      return reply.code(404).send({ error: { message: 'Chat id not found or expired' } })
    }
    return reply.send(found)
  })

  app.post('/v1/chat/completions', async (request, reply) => {
    counts.chat += 1
    received.push(request.body as Buffer)
    if (fault === 'http-500') return reply.code(500).send({ error: { message: 'none' } })
    if (fault === 'hang') return reply.hijack()
    const clientKey = request.headers['x-client-pub-key']?.toString() ?? null
    const deps = { key, stranger, clientKey, fault: () => fault, model, signatures }
    await serveNearChat(request, reply, deps)
  })

  const pccs = fastify({ forceCloseConnections: true })
  const plan = fault === 'stale-tcb' ? { tcbStatus: 'OutOfDate' } : {}
  addPccs(pccs, { pki, collateral: () => makeCollateral(pki, now, plan) })
  await Promise.all([
    app.listen({ port: options.port ?? 0, host: '127.0.0.1' }),
    pccs.listen({ port: 0, host: '127.0.0.1' }),
  ])
  const portOf = ({ server }: { readonly server: FastifyInstance['server'] }) =>
    (server.address() as AddressInfo).port
  return {
    baseUrl: `https://127.0.0.1:${portOf(app)}/v1`,
    collateralUrl: `http://127.0.0.1:${portOf(pccs)}`,
    roots: { intel: pki.rootPem, nvidia: gpus.rootPem },
    certificatePem: shown.certificatePem,
    counts,
    received,
    setFault(next) {
      fault = next
    },
    replaceKey() {
      key = drawEd25519Key()
    },
    async close() {
      await Promise.all([app.close(), pccs.close()])
    },
  }
}
