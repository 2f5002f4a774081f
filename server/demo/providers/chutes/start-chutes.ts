import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import type { MachinePin } from '#shared/attestation/kinds/machine-pins.ts'
import type { SimulationRoots } from '#shared/attestation/kinds/stated-policy.ts'
import { addPccs } from '../../enclave/add-pccs.ts'
import { makeCollateral } from '../../enclave/hardware/simulation-collateral.ts'
import { makeSimulationPki } from '../../enclave/hardware/simulation-pki.ts'
import { makeGpus } from '../gpu-evidence.ts'
import type { ChutesFault } from './chutes-faults.ts'
import { orderlyRegisters, evidenceRow, makeInstance } from './chutes-instance.ts'
import { serveInvoke } from './serve-invoke.ts'

export interface ChutesSimulatorOptions {
  readonly fault?: ChutesFault | null
  readonly port?: number
  readonly pause?: (signal: AbortSignal) => Promise<void>
}

export interface ChutesSimulator {
  readonly baseUrl: string
  readonly chuteId: string
  /** Where the collateral is served, as by a PCCS. */
  readonly collateralUrl: string
  readonly roots: SimulationRoots
  /** The machine that its instances in order are. */
  readonly pins: readonly MachinePin[]
  readonly counts: { attestation: number; chat: number }
  /** Bodies of requests, as they came. */
  readonly received: Buffer[]
  setFault(fault: ChutesFault | null): void
  /** Other instances in the place of those that are there. */
  replaceKey(): Promise<void>
  close(): Promise<void>
}

const chuteId = '51a7e000-0000-4000-8000-000000000001'
/** Numbers for each instance, each time that they are listed. */
const numbersListed = 4

/** Makers of hardware, and one who is none: the same for all services of a process. */
let makers: ReturnType<typeof makeMakers> | null = null

function makeMakers(now: Date) {
  return Promise.all([makeSimulationPki(now), makeGpus(now), makeGpus(now)])
}

/** Starts a simulated service of Chutes on loopback, with two instances of one model. */
export async function startChutes(options: ChutesSimulatorOptions = {}): Promise<ChutesSimulator> {
  const now = new Date()
  makers ??= makeMakers(now)
  const [pki, gpus, strangers] = await makers
  const { pause = () => Promise.resolve() } = options
  let fault = options.fault ?? null
  let instances = await Promise.all([makeInstance(now), makeInstance(now)])
  const counts = { attestation: 0, chat: 0 }
  const received: Buffer[] = []
  /** Numbers that open one request → the instance. */
  const numbers = new Map<string, string>()

  const app = fastify({ forceCloseConnections: true })
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )

  app.get(`/e2e/instances/${chuteId}`, () => ({
    instances: instances.map(({ id, service }) => ({
      instance_id: fault === 'no-key' ? 'another' : id,
      e2e_pubkey:
        fault === 'another-key' ? randomBytes(1184).toString('base64') : service.publicKey,
      nonces: fault === 'no-numbers' ? [] : drawNumbers(id),
    })),
    nonce_expires_in: 60,
    nonce_expires_at: new Date(Date.now() + 60_000).toISOString(),
  }))

  function drawNumbers(id: string): readonly string[] {
    const drawn = Array.from({ length: numbersListed }, () => randomBytes(16).toString('base64url'))
    for (const number of drawn) numbers.set(number, id)
    return drawn
  }

  app.get(`/chutes/${chuteId}/evidence`, async (request, reply) => {
    const { nonce = '' } = request.query as { nonce?: string }
    counts.attestation += 1
    if (fault === 'no-evidence') return reply.code(500).send({ detail: 'none' })
    const input = { pki, gpus, strangers, fault }
    const evidence = await Promise.all(instances.map((each) => evidenceRow(each, nonce, input)))
    return { evidence, failed_instance_ids: [] }
  })

  app.post('/e2e/invoke', async (request, reply) => {
    counts.chat += 1
    received.push(request.body as Buffer)
    if (fault === 'http-500') return reply.code(500).send({ detail: 'none' })
    if (fault === 'hang') return reply.hijack()
    const { 'x-instance-id': id, 'x-e2e-nonce': number } = request.headers
    const isAdmitted = numbers.get(String(number)) === id && numbers.delete(String(number))
    const [first] = instances
    const instance = instances.find((each) => each.id === id)
    if (!isAdmitted || instance === undefined) return reply.code(403).send({ detail: 'no number' })
    if (fault === 'one-instance-fails' && instance === first) {
      return reply.code(503).send({ detail: 'none' })
    }
    return serveInvoke(request, reply, { service: instance.service, fault, pause })
  })

  const pccs = fastify({ forceCloseConnections: true })
  const plan = fault === 'stale-tcb' ? { tcbStatus: 'OutOfDate' } : {}
  addPccs(pccs, { pki, collateral: () => makeCollateral(pki, now, plan) })
  await Promise.all([
    app.listen({ port: options.port ?? 0, host: '127.0.0.1' }),
    pccs.listen({ port: 0, host: '127.0.0.1' }),
  ])
  const addressOf = ({ server }: Pick<FastifyInstance, 'server'>) =>
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    baseUrl: addressOf(app),
    chuteId,
    collateralUrl: addressOf(pccs),
    roots: { intel: pki.rootPem, nvidia: gpus.rootPem },
    pins: [{ at: '2026-11-28', source: 'what the simulation prints', ...orderlyRegisters }],
    counts,
    received,
    setFault(next) {
      fault = next
    },
    async replaceKey() {
      instances = await Promise.all([makeInstance(new Date()), makeInstance(new Date())])
    },
    async close() {
      await Promise.all([app.close(), pccs.close()])
    },
  }
}
