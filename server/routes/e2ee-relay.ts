import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Resolved } from '../catalogue/catalogue.ts'
import {
  encryptedModels,
  enclaveRoutes,
  verifiedRoute,
  type EnclaveRoute,
} from '../catalogue/enclave-routes.ts'
import {
  parseRelayRequest,
  timestampWindow,
  type RelayRequestInput,
} from '../deliver/parse-relay-request.ts'
import { planRelay } from '../deliver/plan-relay.ts'
import { GatewayError, doNotRetry } from '../errors.ts'
import { bodyBytes } from '../http/body-parser.ts'
import type { Caller } from '../http/identify-caller.ts'
import { describe } from '../http/operations.ts'
import { readShownMode } from '../http/read-shown-mode.ts'
import { inTurns } from '../in-turn.ts'
import type { ReplayGuard } from '../rate-limits/replay-guard.ts'
import { deliverToCaller } from './deliver-to-caller.ts'
import { admit, mayUse, releaseWish, type AnswerRequestDeps } from './answer-requests.ts'

export interface RelayDeps extends AnswerRequestDeps {
  readonly replayGuard: ReplayGuard
  readonly nowSeconds: () => number
}

/** `POST /api/e2ee/relay`: passes an encrypted request to the enclave that holds its key. */
export function addE2eeRelay(app: FastifyInstance, deps: RelayDeps): void {
  const options = {
    ...describe('e2eeRelay'),
    config: { budget: 'spend', body: 'chat' },
  } as const
  app.post('/api/e2ee/relay', options, (request, reply) => relay(request, reply, deps))
}

async function relay(request: FastifyRequest, reply: FastifyReply, deps: RelayDeps) {
  return deliverToCaller(
    reply,
    async (signal) => {
      const bytes = bodyBytes(request.body)
      const { requestLimits: limits } = deps
      const passes = parseRelayRequest(bytes, request.headers, {
        nowSeconds: deps.nowSeconds(),
        limits,
      })
      const parsed = await inTurns(deps.inTurn, bytes.length, passes)
      // No mode is stronger than this path's, so none is refused.
      readShownMode(request.headers, parsed.chat.shownMode)
      const { resolved, route, enclave } = findRelayRoute(parsed, request.caller, deps)
      const { model, viaTrait } = resolved
      admit(model.id, request.caller, deps)
      await claimNonce(parsed, deps)
      const release = releaseWish(request, deps.release)
      const { upstream, upstreamModel } = route
      return planRelay({
        request: parsed,
        model,
        viaTrait,
        upstream,
        upstreamModel,
        enclave,
        release,
        signal,
      })
    },
    deps,
  )
}

async function claimNonce(
  { replayKey, timestamp }: RelayRequestInput,
  { replayGuard, nowMs, nowSeconds }: RelayDeps,
): Promise<void> {
  // As long as its timestamp is in the window, which may begin in the future.
  const remainingSeconds = timestamp - nowSeconds() + timestampWindow + 1
  const claim = { nowMs: nowMs(), untilMs: nowMs() + remainingSeconds * 1000 }
  if (await replayGuard.claim(replayKey, claim)) return
  throw new GatewayError('e2ee_replay_detected', 'This nonce was used before.', {
    headers: doNotRetry,
  })
}

interface RelayRoute extends EnclaveRoute {
  readonly resolved: Resolved
}

/**
 * The enclave that holds the key, for a catalogue id, a trait, or the enclave's own name of a model.
 * Several models may have that name: one that the caller may use comes first.
 * @throws {GatewayError} model_not_found, e2ee_model_key_mismatch, attestation_unavailable
 */
function findRelayRoute(
  { chat, serviceKey }: RelayRequestInput,
  caller: Caller,
  { catalogue, plans }: RelayDeps,
): RelayRoute {
  const candidates = encryptedModels(chat.model, catalogue)
  const holding = candidates.flatMap((resolved) => {
    const found = enclaveRoutes(resolved.model).find(({ enclave }) => enclave.knowsKey(serviceKey))
    return found ? [{ ...found, resolved }] : []
  })
  const usable = holding.find(({ resolved }) => mayUse(resolved.model, caller, plans))
  const chosen = usable ?? holding[0]
  if (chosen) return chosen
  verifiedRoute(candidates[0].model)
  throw new GatewayError(
    'e2ee_model_key_mismatch',
    'X-Model-Pub-Key is no key of a verified enclave of this model. GET /api/e2ee/key tells it.',
  )
}
