import { randomBytes } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'
import type { ChutesFault } from './chutes-faults.ts'
import { evidenceRow, type ChutesHardware, type SimulatedInstance } from './chutes-instance.ts'
import { serveInvoke } from './serve-invoke.ts'

interface ServedChute {
  readonly chuteId: string
  readonly hardware: ChutesHardware
  readonly instances: () => readonly SimulatedInstance[]
  readonly fault: () => ChutesFault | null
  readonly count: (what: 'attestation' | 'chat') => void
  readonly receive: (body: Buffer) => void
  readonly pause: (signal: AbortSignal) => Promise<void>
}

/** Numbers for each instance, each time that they are listed. */
const numbersListed = 4

/** The service before the instances of one chute. */
export function serveChutes(chute: ServedChute): FastifyInstance {
  const { chuteId, instances, hardware } = chute
  /** Numbers that open one request → the instance. */
  const numbers = new Map<string, string>()
  const app = fastify({ forceCloseConnections: true })
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )

  app.get(`/e2e/instances/${chuteId}`, () => {
    const fault = chute.fault()
    return {
      instances: instances().map(({ id, service }) => ({
        instance_id: fault === 'no-key' ? 'another' : id,
        e2e_pubkey:
          fault === 'another-key' ? randomBytes(1184).toString('base64') : service.publicKey,
        nonces: fault === 'no-numbers' ? [] : drawNumbers(id),
      })),
      nonce_expires_in: 60,
      nonce_expires_at: new Date(Date.now() + 60_000).toISOString(),
    }
  })

  function drawNumbers(id: string): readonly string[] {
    const drawn = Array.from({ length: numbersListed }, () => randomBytes(16).toString('base64url'))
    for (const number of drawn) numbers.set(number, id)
    return drawn
  }

  app.get(`/chutes/${chuteId}/evidence`, async (request, reply) => {
    const { nonce = '' } = request.query as { nonce?: string }
    const fault = chute.fault()
    chute.count('attestation')
    if (fault === 'no-evidence') return reply.code(500).send({ detail: 'none' })
    const input = { ...hardware, fault }
    const evidence = await Promise.all(instances().map((each) => evidenceRow(each, nonce, input)))
    return { evidence, failed_instance_ids: [] }
  })

  app.post('/e2e/invoke', async (request, reply) => {
    const fault = chute.fault()
    chute.count('chat')
    chute.receive(request.body as Buffer)
    if (fault === 'http-500') return reply.code(500).send({ detail: 'none' })
    if (fault === 'hang') return reply.hijack()
    const { 'x-instance-id': id, 'x-e2e-nonce': number } = request.headers
    const isAdmitted = numbers.get(String(number)) === id && numbers.delete(String(number))
    const [first] = instances()
    const instance = instances().find((each) => each.id === id)
    if (!isAdmitted || instance === undefined) return reply.code(403).send({ detail: 'no number' })
    if (fault === 'one-instance-fails' && instance === first) {
      return reply.code(503).send({ detail: 'none' })
    }
    const { service } = instance
    return serveInvoke(request, reply, { service, fault, pause: chute.pause })
  })
  return app
}
