import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ehbpNames } from '#shared/ehbp/ehbp-names.ts'
import { composeCompletion } from '../../upstream/compose-completion.ts'
import { demoErrorBody } from '../../upstream/demo-error.ts'
import { parseDemoRequest } from '../../upstream/demo-request.ts'
import { embed } from '../../upstream/embed.ts'
import { completionBody, completionEvents, demoModel } from '../../upstream/write-completion.ts'
import { openTinfoilRequest, type OpenedTinfoilRequest } from './open-tinfoil-request.ts'
import type { TinfoilFault } from './tinfoil-faults.ts'
import type { TinfoilMachine } from './tinfoil-machine.ts'
import type { TlsIdentity } from '../../enclave/hardware/tls-identity.ts'
import { writePieces } from './write-pieces.ts'

export interface TinfoilService {
  readonly machine: () => TinfoilMachine
  readonly fault: () => TinfoilFault | null
  readonly document: (nonce: string) => Promise<string>
  readonly count: (what: 'attestation' | 'chat') => void
  /** Told each request as it travelled. */
  readonly receive: (body: Uint8Array) => void
  /** Waits for as long as a word takes. */
  readonly pause: (signal: AbortSignal) => Promise<void>
}

/** A simulated enclave of Tinfoil's: its document, and OpenAI's paths with bodies in clear or encrypted. */
export function serveTinfoil(service: TinfoilService, tls: TlsIdentity): FastifyInstance {
  const app = fastify({
    bodyLimit: 32 * 1024 * 1024,
    forceCloseConnections: true,
    https: { key: tls.keyPem, cert: tls.certificatePem },
  }) as unknown as FastifyInstance
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, _request, reply) => {
    const { status, body } = demoErrorBody(error)
    return reply.code(status).send(body)
  })

  app.get('/.well-known/tinfoil-attestation', async (request, reply) => {
    service.count('attestation')
    const { nonce = '' } = request.query as { nonce?: string }
    if (service.fault() === 'no-document') return reply.code(500).send('no evidence')
    if (!/^[0-9a-f]{64}$/.test(nonce)) return reply.code(400).send('no nonce')
    return reply.type('application/json').send(await service.document(nonce))
  })

  app.post('/v1/chat/completions', (request, reply) => answer(request, reply, service, chatPieces))
  app.post('/v1/embeddings', (request, reply) => answer(request, reply, service, embeddingPieces))
  return app
}

interface Pieces {
  readonly mediaType: string
  readonly pieces: AsyncIterable<string> | Iterable<string>
}

type Compose = (body: unknown, gone: AbortSignal, service: TinfoilService) => Pieces

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  service: TinfoilService,
  compose: Compose,
): Promise<FastifyReply> {
  service.count('chat')
  const body = request.body as Buffer
  service.receive(body)
  const fault = service.fault()
  if (fault === 'http-500') return reply.code(500).send({ error: { message: 'simulated' } })
  if (fault === 'hang') return reply.hijack()
  let opened: OpenedTinfoilRequest
  try {
    opened = await openTinfoilRequest(body, request.headers, service.machine().ehbp)
  } catch {
    const problem = { type: ehbpNames.keyMismatch, title: 'failed to decrypt request' }
    return reply.code(422).type('application/problem+json').send(JSON.stringify(problem))
  }
  const gone = new AbortController()
  const { raw } = reply
  raw.once('close', () => gone.abort())
  const asked: unknown = JSON.parse(Buffer.from(opened.body).toString('utf8'))
  const { mediaType, pieces } = compose(asked, gone.signal, service)
  reply.hijack()
  const sealing = fault === 'clear-answer' ? null : opened.sealing
  raw.writeHead(200, { 'content-type': mediaType, ...sealing?.headers })
  await writePieces(raw, pieces, { seal: sealing?.seal ?? null, fault })
  return reply
}

function chatPieces(body: unknown, gone: AbortSignal, { pause }: TinfoilService): Pieces {
  const chat = parseDemoRequest(body)
  const completion = composeCompletion(chat, Math.floor(Date.now() / 1000))
  return chat.stream === true
    ? { mediaType: 'text/event-stream', pieces: completionEvents(completion, gone, pause) }
    : {
        mediaType: 'application/json',
        pieces: halves(JSON.stringify(completionBody(completion))),
      }
}

function embeddingPieces(body: unknown): Pieces {
  return { mediaType: 'application/json', pieces: halves(JSON.stringify(embed(body, demoModel))) }
}

/** An answer that is no stream has several frames, too. */
function halves(text: string): readonly string[] {
  const third = Math.ceil(text.length / 3)
  return [text.slice(0, third), text.slice(third, 2 * third), text.slice(2 * third)]
}
