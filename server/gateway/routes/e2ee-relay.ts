import { requestErrors } from '#shared/words/english/errors/request-errors.ts'
import { encryptedRequestErrors } from '#shared/words/english/errors/encrypted-request-errors.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { obfuscationHeader } from '#shared/svc/obfuscation.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EnclaveEndpoint } from '#shared/aci/endpoints.ts'
import type { Resolved } from '../catalogue/catalogue.ts'
import {
  encryptedModels,
  enclaveRoutes,
  verifiedRoute,
  type EnclaveRoute,
} from '../catalogue/enclave-routes.ts'
import { firstAttestation } from '../catalogue/first-attestation.ts'
import { parseRelayRequest, type RelayRequestInput } from '../answer/request/parse-relay-request.ts'
import { parseBodyRelay } from '../answer/request/parse-body-relay.ts'
import { planRelay } from '../answer/plan-relay.ts'
import { chatRequestForm } from '../answer/dialects/chat.ts'
import { embeddingsRequestForm } from '../answer/dialects/embeddings.ts'
import { GatewayError, doNotRetry } from '../common/errors.ts'
import { bodyBytes } from '../http/body-parser.ts'
import type { Caller } from '../http/callers/identify-caller.ts'
import { describe } from '../http/openapi/operations.ts'
import { inTurns } from '../common/in-turn.ts'
import { deliverToCaller } from './deliver-to-caller.ts'
import {
  admit,
  mayUse,
  readShownMode,
  releaseWish,
  type AnswerRequestDeps,
} from './answer-requests.ts'
import { claimNonce, type ClaimDeps } from './claim-nonce.ts'
import { relayBody } from './relay-body.ts'
import { watchAnswer } from './watch-answer.ts'

export type RelayDeps = AnswerRequestDeps & ClaimDeps

/** `POST /api/e2ee/relay`: passes an encrypted request to the enclave that holds its key. */
export function addE2eeRelay(app: FastifyInstance, deps: RelayDeps): void {
  const options = {
    ...describe('e2eeRelay'),
    config: { budget: 'spend', body: 'chat' },
  } as const
  app.post('/api/e2ee/relay', options, (request, reply) => relay(request, reply, deps))
}

const forms = { chat: chatRequestForm, embeddings: embeddingsRequestForm }

async function relay(request: FastifyRequest, reply: FastifyReply, deps: RelayDeps) {
  const whole = parseBodyRelay(request.headers)
  if (whole !== null) return relayBody(reply, whole, deps)
  const watch = watchAnswer(reply, deps)
  const bytes = bodyBytes(request.body)
  const passes = parseRelayRequest(bytes, request.headers, {
    nowSeconds: deps.nowSeconds(),
    limits: deps.requestLimits,
    forms,
  })
  const parsed = await inTurns(deps.inTurn, bytes.length, passes)
  // No mode is stronger than this path's, so none is refused.
  readShownMode(request.headers, parsed.request.shownMode)
  const candidates = encryptedModels(parsed.request.model, deps.catalogue)
  // The client may have the key from before the gateway was started.
  await firstAttestation(candidates.map(({ model }) => model))
  const { resolved, route, enclave } = findRelayRoute(parsed, candidates, request.caller, deps)
  const { model, viaTrait } = resolved
  admit(model.id, request.caller, deps)
  await claimNonce(parsed, deps)
  const { upstream, upstreamModel } = route
  const plan = planRelay({
    request: parsed,
    model,
    viaTrait,
    upstream,
    upstreamModel,
    enclave,
    release: releaseWish(request.headers, deps.release),
    obfuscates: obfuscationWish(request.headers),
    signal: watch.signal,
  })
  await deliverToCaller(reply, { plan, watch }, deps)
  return reply
}

/** The enclave's receipt is over the bytes without it, so only who asks for it gets it, and takes it out again. */
function obfuscationWish(headers: IncomingHttpHeaders): boolean {
  const wish = headers[obfuscationHeader]
  if (wish === undefined || wish === 'on') return wish === 'on'
  throw new GatewayError('invalid_request_error', requestErrors.onlyOn(obfuscationHeader), {
    param: obfuscationHeader,
  })
}

interface RelayRoute extends EnclaveRoute {
  readonly resolved: Resolved
}

/**
 * The enclave that holds the key. Of several models, one that the caller may use comes first.
 * @throws {GatewayError} e2ee_model_key_mismatch, attestation_unavailable
 */
function findRelayRoute(
  { endpoint, serviceKey }: RelayRequestInput,
  candidates: ReturnType<typeof encryptedModels>,
  caller: Caller,
  { plans }: RelayDeps,
): RelayRoute {
  refuseOtherTask(candidates, endpoint)
  const holding = candidates.flatMap((resolved) => {
    if (resolved.model.task !== endpoint) return []
    const found = enclaveRoutes(resolved.model).find(({ enclave }) => enclave.knowsKey(serviceKey))
    return found ? [{ ...found, resolved }] : []
  })
  const usable = holding.find(({ resolved }) => mayUse(resolved.model, caller, plans))
  const chosen = usable ?? holding[0]
  if (chosen) return chosen
  verifiedRoute(candidates[0].model)
  throw new GatewayError('e2ee_model_key_mismatch', encryptedRequestErrors.otherKey)
}

/** @throws {GatewayError} invalid_request_error for a model that does something else */
function refuseOtherTask(candidates: readonly Resolved[], task: EnclaveEndpoint): void {
  const [first] = candidates
  if (first === undefined || candidates.some(({ model }) => model.task === task)) return
  throw new GatewayError(
    'invalid_request_error',
    requestErrors.otherTask(first.model.id, first.model.task),
    { param: 'model', headers: doNotRetry },
  )
}
