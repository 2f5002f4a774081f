import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { composeReply } from '../upstream/compose-reply.ts'
import { parseDemoRequest } from '../upstream/demo-request.ts'
import { shapeReply } from '../upstream/shape-reply.ts'
import type { DemoCompletion } from '../upstream/write-completion.ts'
import { AciError, aciErrorBody } from './aci-error.ts'
import { makeAciReceipt, type ServedExchange, type UpstreamOutcome } from './make-aci-receipt.ts'
import type { OpenedChat } from './open-chat.ts'
import type { ReceiptStore } from './receipt-store.ts'
import { servingConstraint } from './serving-constraint.ts'
import type { SimulatorDeps } from './simulator-deps.ts'
import { writeAnswer } from './write-answer.ts'

interface ServeDeps extends SimulatorDeps {
  readonly open: (request: FastifyRequest) => OpenedChat
  readonly receipts: ReceiptStore
}

/** One chat request to the simulated enclave. @throws {AciError} */
export async function serveChat(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ServeDeps,
): Promise<void> {
  deps.count('chat')
  const fault = deps.fault()
  if (fault === 'http-500') throw new AciError(500, 'internal_error', 'simulated failure')
  if (fault === 'hang') {
    reply.hijack()
    return
  }
  const began = deps.nowSeconds()
  const { plain, e2ee, hashed } = deps.open(request)
  const receiptId = `rcpt-${randomBytes(12).toString('hex')}`
  const receiptOf = (of: Pick<ServedExchange, 'chatId' | 'model' | 'response' | 'upstream'>) => {
    const exchange = { receiptId, request: hashed, servedAtSeconds: began, ...of }
    const keysetDigest = deps.enclave.keysetDigest()
    const text = makeAciReceipt({ ...exchange, keysetDigest }, deps.keys, fault)
    deps.receipts.keep(receiptId, text, request)
  }
  let upstream: UpstreamOutcome | null
  try {
    upstream = chooseHost(plain, deps)
  } catch (error) {
    if (!(error instanceof AciError) || error.statusCode === 400) throw error
    // A refusal has a receipt, too: nothing was forwarded.
    const body = Buffer.from(JSON.stringify(aciErrorBody(error)))
    const failed = { result: 'failed', required: true, reason: error.message } as const
    receiptOf({ chatId: null, model: modelOf(plain), response: body, upstream: failed })
    void reply.code(error.statusCode).header('x-receipt-id', receiptId).type('application/json')
    return void reply.send(body)
  }
  const chat = parseDemoRequest(plain)
  const completion: DemoCompletion = {
    id: `chatcmpl-${randomBytes(12).toString('hex')}`,
    created: began,
    chat,
    replies: Array.from({ length: chat.n ?? 1 }, (_, index) =>
      shapeReply(chat, composeReply(chat, index)),
    ),
  }
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
  receiptOf({ chatId: completion.id, model: chat.model, response, upstream })
  // The receipt can be asked for as soon as the end of the answer can be seen.
  if (!raw.writableEnded) raw.end()
}

/** Null when the enclave serves by itself. @throws {AciError} */
function chooseHost(plain: JsonObject, deps: ServeDeps): UpstreamOutcome | null {
  const constraint = servingConstraint(plain)
  switch (deps.fault()) {
    case 'upstream-unverified':
      return { result: 'failed', required: true, reason: 'no evidence' }
    case 'upstream-refused':
      throw new AciError(503, 'upstream_verification_failed', 'the host could not be verified')
    case 'session-refused':
      throw new AciError(412, 'session_not_accepted', 'none of the sessions is current')
    default:
  }
  const { hosts } = deps
  if (hosts === null) {
    if (constraint.sessionIds.length === 0) return null
    throw new AciError(412, 'session_not_accepted', 'there are no sessions here')
  }
  return hosts.serve(plain, constraint) === 'verified'
    ? { result: 'verified', required: constraint.required, sessionId: deps.session().id }
    : { result: 'failed', required: constraint.required, reason: 'the host is no enclave' }
}

function modelOf({ model }: JsonObject): string {
  return typeof model === 'string' ? model : ''
}
