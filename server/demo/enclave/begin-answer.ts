import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EnclaveEndpoint } from '#shared/aci/endpoints.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import type { ServiceE2ee } from '#shared/simulation/e2ee-v2-service.ts'
import { simulatorErrors } from '#shared/words/english/demo/simulator-errors.ts'
import { AciError, aciErrorBody } from './aci-error.ts'
import type { Fault } from './faults.ts'
import { makeAciReceipt, type ServedExchange, type UpstreamOutcome } from './make-aci-receipt.ts'
import type { OpenedRequest } from './open-request.ts'
import type { ReceiptStore } from './receipt-store.ts'
import { servingConstraint } from './serving-constraint.ts'
import type { SimulatorDeps } from './simulator-deps.ts'

export interface ServeDeps extends SimulatorDeps {
  readonly open: (request: FastifyRequest, endpoint: EnclaveEndpoint) => OpenedRequest
  readonly receipts: ReceiptStore
}

type Answered = Pick<ServedExchange, 'chatId' | 'model' | 'response'>

/** A request that was opened, and what is left to do for whoever answers it. */
export interface BegunAnswer {
  /** Unix seconds. */
  readonly began: number
  readonly plain: JsonObject
  readonly e2ee: ServiceE2ee | null
  readonly fault: Fault | null
  /** The response, with the enclave's headers on it. */
  head(): ServerResponse
  /** Signs the receipt, and ends the response. */
  end(answered: Answered): void
}

/** Null where nothing is ever answered. @throws {AciError} */
export function beginAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ServeDeps & { readonly endpoint: EnclaveEndpoint },
): BegunAnswer | null {
  const { endpoint } = deps
  deps.count('chat')
  const fault = deps.fault()
  if (fault === 'http-500')
    throw new AciError(500, 'internal_error', simulatorErrors.simulatedFailure)
  if (fault === 'hang') {
    reply.hijack()
    return null
  }
  const began = deps.nowSeconds()
  const { plain, e2ee, hashed } = deps.open(request, endpoint)
  const receiptId = `rcpt-${randomBytes(12).toString('hex')}`
  const receiptOf = (of: Answered & Pick<ServedExchange, 'upstream' | 'isForwarded'>) => {
    const exchange = { endpoint, receiptId, request: hashed, servedAtSeconds: began, ...of }
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
    const response = Buffer.from(JSON.stringify(aciErrorBody(error)))
    const failed = { result: 'failed', required: true, reason: error.message } as const
    const model = modelOf(plain)
    receiptOf({ chatId: null, model, response, upstream: failed, isForwarded: false })
    void reply.code(error.statusCode).header('x-receipt-id', receiptId).type('application/json')
    void reply.send(response)
    return null
  }
  const { raw } = reply
  return {
    began,
    plain,
    e2ee,
    fault,
    head() {
      reply.hijack()
      raw.setHeader('x-aci-version', 'aci/1')
      raw.setHeader('x-aci-keyset-digest', deps.enclave.keysetDigest())
      raw.setHeader('x-receipt-id', receiptId)
      raw.setHeader('x-e2ee-applied', String(e2ee !== null))
      return raw
    },
    end(answered) {
      if (fault === 'keyset-changes' || fault === 'keyset-changes-twice') deps.enclave.renewKeyset()
      receiptOf({ ...answered, upstream, isForwarded: true })
      if (fault === 'keyset-changes-twice') deps.enclave.renewKeyset()
      // The receipt can be asked for as soon as the end of the answer can be seen.
      if (!raw.writableEnded) raw.end()
    },
  }
}

/** Null when the enclave serves by itself. @throws {AciError} */
function chooseHost(plain: JsonObject, deps: ServeDeps): UpstreamOutcome | null {
  const constraint = servingConstraint(plain)
  switch (deps.fault()) {
    case 'upstream-unverified':
      return { result: 'failed', required: true, reason: simulatorErrors.noEvidence }
    case 'upstream-refused':
      throw new AciError(503, 'upstream_verification_failed', simulatorErrors.hostNotVerified)
    case 'session-refused':
      throw new AciError(412, 'session_not_accepted', simulatorErrors.noSessionCurrent)
    default:
  }
  const { hosts } = deps
  if (hosts === null) {
    if (constraint.sessionIds.length === 0) return null
    throw new AciError(412, 'session_not_accepted', simulatorErrors.noSessions)
  }
  return hosts.serve(plain, constraint) === 'verified'
    ? { result: 'verified', required: constraint.required, sessionId: deps.session().id }
    : { result: 'failed', required: constraint.required, reason: simulatorErrors.hostIsNoEnclave }
}

function modelOf({ model }: JsonObject): string {
  return typeof model === 'string' ? model : ''
}
