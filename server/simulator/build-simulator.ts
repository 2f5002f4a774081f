import { createHash, randomBytes } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { FormatError } from '#shared/errors.ts'
import { e2eeV2Service, type ServiceE2ee } from '#shared/e2ee/e2ee-v2-service.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { composeReply } from '../demo/compose-reply.ts'
import { DemoError } from '../demo/demo-error.ts'
import { parseDemoRequest } from '../demo/demo-request.ts'
import { shapeReply } from '../demo/shape-reply.ts'
import type { Completion } from '../demo/write-completion.ts'
import { AciError, aciErrorBody } from './aci-error.ts'
import type { Fault } from './faults.ts'
import { makeAciReceipt } from './make-aci-receipt.ts'
import type { Enclave } from './make-enclave.ts'
import { makeSession } from './make-session.ts'
import { readE2eeHeaders } from './read-e2ee-headers.ts'
import type { TlsIdentity } from './tls-identity.ts'
import type { WorkloadKeys } from './workload-keys.ts'
import { readRequest, writeAnswer } from './write-answer.ts'

export interface SimulatorDeps {
  readonly enclave: Enclave
  readonly keys: WorkloadKeys
  readonly serving: 'direct' | 'aggregator'
  readonly fault: () => Fault | null
  /** Waits for as long as a word takes. */
  readonly pause: (signal: AbortSignal) => Promise<void>
  readonly nowSeconds: () => number
  /** Called for each quote that is made, and each chat request. */
  readonly count: (what: 'attestation' | 'chat') => void
}

interface StoredReceipt {
  readonly text: string
  /** SHA-256 of the bearer, or null for a public receipt. */
  readonly owner: string | null
}

/** The simulated enclave's service (PROTOCOL.md §1). */
export function buildSimulator(deps: SimulatorDeps, tls: TlsIdentity): FastifyInstance {
  const app = fastify({
    bodyLimit: 32 * 1024 * 1024,
    forceCloseConnections: true,
    https: { key: tls.keyPem, cert: tls.certificatePem },
  }) as unknown as FastifyInstance
  const receipts = new Map<string, StoredReceipt>()
  const usedNonces = new Set<string>()
  const session = makeSession(deps.nowSeconds())

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-aci-version', 'aci/1')
    reply.header('x-aci-keyset-digest', deps.enclave.keysetDigest())
  })
  app.setErrorHandler((error, _request, reply) => {
    const known = toAciError(error)
    return reply.code(known.statusCode).send(aciErrorBody(known))
  })

  app.get('/v1/aci/attestation', async (request, reply) => {
    const { nonce } = request.query as { nonce?: string }
    if (nonce !== undefined && !/^[0-9a-f]{64}$/.test(nonce)) {
      throw new AciError(400, 'invalid_request_error', 'the nonce is not 64 lowercase hex digits')
    }
    deps.count('attestation')
    return reply.type('application/json').send(await deps.enclave.report(nonce ?? null))
  })

  app.get('/v1/aci/receipts/:id', (request, reply) => {
    const owner = ownerOf(request)
    const { id } = request.params as { id: string }
    const fault = deps.fault()
    const stored = fault === 'foreign-receipt' ? [...receipts.values()][0] : receipts.get(id)
    if (owner === null && stored?.owner) throw new AciError(401, 'unauthorized', 'no credential')
    if (!stored || stored.owner !== owner || fault === 'receipt-missing') {
      throw new AciError(404, 'not_found', 'no such receipt')
    }
    return reply.type('application/json').send(stored.text)
  })

  app.get('/v1/aci/sessions/:id', (request, reply) => {
    if ((request.params as { id: string }).id !== session.id) {
      throw new AciError(404, 'not_found', 'no such session')
    }
    return reply.type('application/json').send(session.document)
  })

  app.post('/v1/chat/completions', (request, reply) => serveChat(request, reply))

  async function serveChat(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    deps.count('chat')
    const fault = deps.fault()
    if (fault === 'http-500') throw new AciError(500, 'internal_error', 'simulated failure')
    if (fault === 'hang') {
      reply.hijack()
      return
    }
    const began = deps.nowSeconds()
    const { plain, e2ee, hashed } = open(request)
    const chat = parseDemoRequest(plain)
    const completion: Completion = {
      id: `chatcmpl-${randomBytes(12).toString('hex')}`,
      created: began,
      chat,
      replies: Array.from({ length: chat.n ?? 1 }, (_, index) =>
        shapeReply(chat, composeReply(chat, index)),
      ),
    }
    const receiptId = `rcpt-${randomBytes(12).toString('hex')}`
    reply.hijack()
    const { raw } = reply
    raw.setHeader('x-aci-version', 'aci/1')
    raw.setHeader('x-aci-keyset-digest', deps.enclave.keysetDigest())
    raw.setHeader('x-receipt-id', receiptId)
    raw.setHeader('x-e2ee-applied', String(e2ee !== null))
    const response = await writeAnswer({
      completion,
      e2ee,
      fault,
      pause: deps.pause,
      response: raw,
    })
    if (response === null) return
    if (fault === 'keyset-changes') deps.enclave.renewKeyset()
    const text = makeAciReceipt(
      {
        receiptId,
        chatId: completion.id,
        model: chat.model,
        request: hashed,
        response,
        servedAtSeconds: began,
        keysetDigest: deps.enclave.keysetDigest(),
        sessionId: deps.serving === 'aggregator' ? session.id : null,
      },
      deps.keys,
      fault,
    )
    receipts.set(receiptId, { text, owner: ownerOf(request) })
    // The receipt can be asked for as soon as the end of the answer can be seen.
    if (!raw.writableEnded) raw.end()
  }

  /** The request in clear, and what is hashed of it. */
  function open(request: FastifyRequest) {
    const body = request.body as Buffer
    const now = deps.nowSeconds()
    const headers = readE2eeHeaders(request.headers, deps.keys, now)
    if (headers === null) {
      const plain = readRequest(body)
      return { plain, e2ee: null, hashed: body as Uint8Array | string }
    }
    const wire = readRequest(body)
    const { model } = wire
    if (typeof model !== 'string') {
      throw new AciError(400, 'e2ee_invalid_payload_model', 'the request has no model')
    }
    const replayKey = [
      headers.clientPublicKey,
      headers.serviceKey,
      headers.nonce.toLowerCase(),
    ].join()
    if (usedNonces.has(replayKey)) {
      throw new AciError(400, 'e2ee_replay_detected', 'the nonce was used before')
    }
    usedNonces.add(replayKey)
    const e2ee = e2eeV2Service({ ...headers, model, randomBytes })
    const plain = decrypt(e2ee, wire)
    return { plain, e2ee, hashed: JSON.stringify(plain) as Uint8Array | string }
  }

  return app
}

function decrypt(e2ee: ServiceE2ee, wire: JsonObject): JsonObject {
  try {
    return e2ee.openRequest(wire)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new AciError(400, 'e2ee_decryption_failed', error.message)
  }
}

function ownerOf({ headers }: FastifyRequest): string | null {
  const bearer = /^[Bb]earer (.+)$/.exec(headers.authorization ?? '')?.[1]
  return bearer === undefined ? null : createHash('sha256').update(bearer).digest('hex')
}

function toAciError(error: unknown): AciError {
  if (error instanceof AciError) return error
  if (error instanceof DemoError || error instanceof FormatError) {
    return new AciError(400, 'invalid_request_error', error.message)
  }
  const { statusCode, message } = error as { statusCode?: number; message: string }
  return statusCode !== undefined && statusCode < 500
    ? new AciError(statusCode, 'invalid_request_error', message)
    : new AciError(500, 'internal_error', 'the simulator failed')
}
