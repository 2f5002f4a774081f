import type { FastifyInstance, FastifyRequest } from 'fastify'
import { makeTlsIdentity } from '../../enclave/hardware/tls-identity.ts'
import { hardwareMakers } from '../hardware-makers.ts'
import { drawEd25519Key } from './host-key.ts'
import { serveNearChat } from './near-chat.ts'
import type { NearFault } from './near-faults.ts'
import { nearReport } from './near-report.ts'
import { startHost, type RunningHost } from './start-host.ts'

export interface NearSimulatorOptions {
  readonly fault?: NearFault | null
  readonly port?: number
  /** Its own name of the model. */
  readonly model?: string
}

export interface NearSimulator extends RunningHost {
  readonly counts: { attestation: number; chat: number }
  /** Bodies of chat requests, as they came. */
  readonly received: Buffer[]
  setFault(fault: NearFault | null): void
  /** Another key for signatures and encryption, under the same TLS key. */
  replaceKey(): void
}

/** The model of the simulated host, by the host's own name. */
export const nearModel = 'simulated/near-model'

/** Starts a simulated model host of NEAR AI's on loopback. */
export async function startNear(options: NearSimulatorOptions = {}): Promise<NearSimulator> {
  const now = new Date()
  const [tls, otherTls] = await Promise.all([makeTlsIdentity(now), makeTlsIdentity(now)])
  const { model = nearModel } = options
  let fault = options.fault ?? null
  let key = drawEd25519Key()
  const stranger = drawEd25519Key()
  const counts = { attestation: 0, chat: 0 }
  const received: Buffer[] = []
  const signatures = new Map<string, object>()

  function addRoutes(app: FastifyInstance): void {
    app.get('/v1/attestation/report', async (request, reply) => {
      const { nonce = '' } = request.query as { nonce?: string }
      counts.attestation += 1
      if (fault === 'no-report' || !/^[0-9a-f]{64}$/.test(nonce)) return reply.code(400).send()
      const input = { ...(await hardwareMakers()), key, tlsKey: tls.spki, model, fault }
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
      const body = request.body as Buffer
      counts.chat += 1
      received.push(body)
      if (fault === 'http-500') return reply.code(500).send({ error: { message: 'none' } })
      if (fault === 'hang') return reply.hijack()
      const clientKey = clientKeyOf(request)
      const deps = { key, stranger, clientKey, fault: () => fault, model, signatures }
      await serveNearChat(body, reply, deps)
    })
  }

  const host = await startHost({
    tls: fault === 'another-tls-key' ? otherTls : tls,
    port: options.port ?? 0,
    path: '/v1',
    isStale: fault === 'stale-tcb',
    addRoutes,
  })
  return {
    ...host,
    counts,
    received,
    setFault(next) {
      fault = next
    },
    replaceKey() {
      key = drawEd25519Key()
    },
  }
}

/** All headers that have each field encrypted, or a chat in clear. */
function clientKeyOf({ headers }: FastifyRequest): string | null {
  const isWhole =
    headers['x-signing-algo'] === 'ed25519' &&
    headers['x-encryption-version'] === '2' &&
    headers['x-encrypt-all-fields'] === 'true'
  return isWhole ? (headers['x-client-pub-key']?.toString() ?? null) : null
}
