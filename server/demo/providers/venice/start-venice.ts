import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { makeTlsIdentity } from '../../enclave/hardware/tls-identity.ts'
import { hardwareMakers } from '../hardware-makers.ts'
import { drawEd25519Key, drawSecp256k1Key } from '../near/host-key.ts'
import { serveNearChat } from '../near/near-chat.ts'
import { nearReport } from '../near/near-report.ts'
import { startHost, type RunningHost } from '../near/start-host.ts'
import { nearModel } from '../near/start-near.ts'
import { faultOfHost, type VeniceFault } from './venice-faults.ts'

export interface VeniceSimulatorOptions {
  readonly fault?: VeniceFault | null
  readonly port?: number
  /** Its own name of the model. */
  readonly model?: string
}

export interface VeniceSimulator extends RunningHost {
  readonly counts: { attestation: number; chat: number; signature: number }
  /** Bodies of chat requests, as they came. */
  readonly received: Buffer[]
  setFault(fault: VeniceFault | null): void
  /** Another key of the host's, for signatures and encryption. */
  replaceKey(): void
}

/** The model of the simulated service, by its own name. */
export const veniceModelName = 'e2ee-simulated'

/** Starts a simulated Venice on loopback, with a host behind it. */
export async function startVenice(options: VeniceSimulatorOptions = {}): Promise<VeniceSimulator> {
  const { model = veniceModelName } = options
  let fault = options.fault ?? null
  let key = drawSecp256k1Key()
  const stranger = drawSecp256k1Key()
  const counts = { attestation: 0, chat: 0, signature: 0 }
  const received: Buffer[] = []
  const signatures = new Map<string, object>()

  async function report(nonce: string): Promise<string> {
    const isOther = fault === 'another-algorithm'
    const text = await nearReport(nonce, {
      ...(await hardwareMakers()),
      key: isOther ? drawEd25519Key() : key,
      tlsKey: null,
      model: nearModel,
      fault: isOther ? null : faultOfHost(fault),
    })
    const { all_attestations: _, signing_public_key: shown, ...own } = JSON.parse(text) as Report
    return JSON.stringify({
      ...own,
      ...(fault === 'no-key' ? {} : { signing_public_key: shown, signing_key: shown }),
      verified: true,
      model,
      nonce,
      nonce_source: fault === 'nonce-of-server' ? 'server' : 'client',
      tee_provider: 'near-ai',
      upstream_model: nearModel,
    })
  }

  function addRoutes(app: FastifyInstance): void {
    app.get('/api/v1/tee/attestation', async (request, reply) => {
      const { nonce = '' } = request.query as { nonce?: string }
      counts.attestation += 1
      if (fault === 'no-report' || !/^[0-9a-f]{64}$/.test(nonce)) return reply.code(400).send()
      return reply.type('application/json').send(await report(nonce))
    })

    app.get('/api/v1/tee/signature', (request, reply) => {
      counts.signature += 1
      const found = signatures.get((request.query as { request_id: string }).request_id)
      if (found === undefined || fault === 'signature-missing') {
        return reply.code(404).send({ error: 'not found' })
      }
      return reply.send(found)
    })

    app.post('/api/v1/chat/completions', async (request, reply) => {
      const body = request.body as Buffer
      counts.chat += 1
      received.push(body)
      if (fault === 'http-500') return reply.code(500).send({ error: 'none' })
      if (fault === 'hang') return reply.hijack()
      const clientKey = fault === 'one-header-lost' ? null : clientKeyOf(request)
      const hostFault = () => faultOfHost(fault)
      const deps = { key, stranger, clientKey, fault: hostFault, model: nearModel, signatures }
      const asked = parseJsonObject(body).value
      if (asked['stream'] !== true) return reply.code(400).send({ error: 'streams only' })
      const renamed = { ...asked, model: nearModel }
      return serveNearChat(Buffer.from(JSON.stringify(renamed)), reply, deps)
    })
  }

  const host = await startHost({
    tls: await makeTlsIdentity(new Date()),
    port: options.port ?? 0,
    path: '/api/v1',
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
      key = drawSecp256k1Key()
    },
  }
}

interface Report {
  readonly all_attestations: unknown
  readonly signing_public_key: string
}

/** All three headers, or a chat in clear. */
function clientKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['x-venice-tee-client-pub-key']?.toString()
  const isWhole =
    headers['x-venice-tee-model-pub-key'] !== undefined &&
    headers['x-venice-tee-signing-algo'] === 'ecdsa'
  return isWhole && key !== undefined ? key : null
}
