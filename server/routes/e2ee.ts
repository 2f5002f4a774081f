import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAciDigest, type AciDigest } from '#shared/aci/parse-keyset.ts'
import { refusedChecks } from '#shared/aci/six-verifications.ts'
import { fail } from '#shared/checks.ts'
import { chooseServiceKey } from '#shared/e2ee/choose-service-key.ts'
import {
  resolveModel,
  type Catalogue,
  type Model,
  type Resolved,
  type Route,
} from '../catalogue/catalogue.ts'
import { CallerGone } from '../deliver/call-upstream.ts'
import { attestationUnavailable } from '../deliver/choose-route.ts'
import { relayBuffered, relayStreamed, type RelayInput } from '../deliver/deliver-relay.ts'
import {
  parseRelayRequest,
  timestampWindow,
  type RelayRequestInput,
} from '../deliver/parse-relay-request.ts'
import { GatewayError, doNotRetry } from '../errors.ts'
import { bodyBytes } from '../http/body-parser.ts'
import type { Caller } from '../http/identify-caller.ts'
import { describe } from '../http/openapi.ts'
import { createSseOutput } from '../http/sse-output.ts'
import { inTurns } from '../in-turn.ts'
import type { ReplayGuard } from '../rate-limits/replay-guard.ts'
import type { EnclaveDoor } from '../upstream.ts'
import { admit, mayUse, releaseWish, type ChatDeps } from './chat-completions.ts'

export interface E2eeDeps extends ChatDeps {
  readonly replayGuard: ReplayGuard
  readonly nowSeconds: () => number
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number
}

/** The end-to-end encrypted path. */
export function addE2ee(app: FastifyInstance, deps: E2eeDeps): void {
  // With a nonce it costs the enclave a quote.
  const withNonce = ({ query }: FastifyRequest) =>
    (query as { nonce?: unknown }).nonce === undefined ? 'read' : 'spend'
  app.get(
    '/api/e2ee/key',
    { ...describe('e2eeKey'), config: { budget: withNonce } },
    (request, reply) => showKey(request, reply, deps),
  )
  app.get(
    '/api/e2ee/session',
    { ...describe('e2eeSession'), config: { budget: 'spend' } },
    (request, reply) => showSession(request, reply, deps),
  )
  const options = {
    ...describe('e2eeRelay'),
    config: { budget: 'spend', body: 'chat' },
  } as const
  app.post('/api/e2ee/relay', options, (request, reply) => relay(request, reply, deps))
}

interface EnclaveRoute {
  readonly route: Route
  readonly enclave: EnclaveDoor
}

function enclaveRoutes({ routes }: Model): readonly EnclaveRoute[] {
  return routes.flatMap((route) => {
    const { enclave } = route.upstream
    return enclave === null ? [] : [{ route, enclave }]
  })
}

/** @throws {GatewayError} attestation_unavailable */
function verifiedRoute(model: Model): EnclaveRoute {
  const all = enclaveRoutes(model)
  const verified = all.find(({ enclave }) => enclave.established() !== null)
  if (verified) return verified
  if (all.length === 0) {
    throw new GatewayError('attestation_unavailable', 'No enclave serves this model.', {
      extra: { checks: [] },
      headers: doNotRetry,
    })
  }
  const [refused = []] = all.flatMap(({ route }) => {
    const state = route.upstream.availability()
    return !state.available && state.kind === 'unverified' ? [state.checks] : []
  })
  throw attestationUnavailable(refused)
}

/** `GET /api/e2ee/key`: the key, and with a nonce all that proves whose it is. */
async function showKey(request: FastifyRequest, reply: FastifyReply, deps: E2eeDeps) {
  const { model: name, nonce, keyset } = request.query as Readonly<Record<string, unknown>>
  const { model } = namedModel(name, deps.catalogue)
  if (nonce !== undefined && (typeof nonce !== 'string' || !/^[0-9a-f]{64}$/.test(nonce))) {
    throw new GatewayError('e2ee_invalid_nonce', 'nonce must be 64 lowercase hex digits.', {
      param: 'nonce',
    })
  }
  const { route, enclave } = verifiedRoute(model)
  const established = enclave.established()
  const key = established && chooseServiceKey(established.keyset)
  if (!established || !key) throw noEncryption()
  const facts = {
    algo: key.algo,
    public_key: key.publicKey,
    upstream_model: route.upstreamModel,
    measurement: established.measurement,
    provider_id: route.upstream.id,
    verified_by: established.scheme,
    ...(enclave.simulationRoot === null ? {} : { simulation_root: enclave.simulationRoot }),
  }
  reply.type('application/json; charset=utf-8').header('cache-control', 'no-store')
  if (nonce === undefined) return reply.send(JSON.stringify(facts))
  const { report, collateral } = await enclave
    .report(nonce, meantKeyset(keyset))
    .catch((error: unknown) => {
      throw noReport(error)
    })
  // The report goes out in the enclave's own bytes.
  const text = `${JSON.stringify({ ...facts, collateral }).slice(0, -1)},"attestation":`
  return reply.send(Buffer.concat([Buffer.from(text), report, Buffer.from('}')]))
}

/** Of the replica whose keys are asked for: behind one address there may be several. */
function meantKeyset(value: unknown): AciDigest | null {
  if (value === undefined) return null
  if (typeof value === 'string' && isAciDigest(value)) return value
  throw new GatewayError('invalid_request_error', 'keyset must be a digest: sha256:<64 hex>.', {
    param: 'keyset',
  })
}

/** `GET /api/e2ee/session`: an aggregator's own record, byte for byte. */
async function showSession(request: FastifyRequest, reply: FastifyReply, deps: E2eeDeps) {
  const { model: name, id, collateral } = request.query as Readonly<Record<string, unknown>>
  const { model } = namedModel(name, deps.catalogue)
  if (typeof id !== 'string' || !/^[0-9a-f]{64}$/.test(id)) {
    throw new GatewayError('invalid_request_error', 'id must be 64 lowercase hex digits.', {
      param: 'id',
    })
  }
  for (const { enclave } of enclaveRoutes(model)) {
    const found = collateral === undefined ? enclave.session(id) : enclave.sessionOffer(id)
    const bytes = await found.catch(() => null)
    if (bytes !== null) return reply.type('application/json; charset=utf-8').send(bytes)
  }
  throw new GatewayError('not_found', 'No enclave of this model has a session of this id.')
}

async function relay(request: FastifyRequest, reply: FastifyReply, deps: E2eeDeps) {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  const bytes = bodyBytes(request.body)
  const parsed = await inTurns(
    deps.inTurn,
    bytes.length,
    parseRelayRequest(bytes, request.headers, {
      nowSeconds: deps.nowSeconds(),
      limits: deps.requestLimits,
    }),
  )
  const found = findRelayRoute(parsed, request.caller, deps)
  const { model, viaTrait } = found.resolved
  admit(model.id, request.caller, deps)
  await claimNonce(parsed, deps)
  const input: RelayInput = {
    request: parsed,
    model,
    viaTrait,
    upstreamModel: found.route.upstreamModel,
    enclave: found.enclave,
    release: releaseWish(request, deps.release),
    signal: gone.signal,
  }
  try {
    if (parsed.chat.delivery === 'streamed') {
      await stream(input, reply, deps)
      return reply
    }
    const relayed = await relayBuffered(input, deps)
    deps.metrics.countAnswer('e2ee', 'buffered')
    return reply.headers(relayed.hints).type('application/json; charset=utf-8').send(relayed.bytes)
  } catch (error) {
    if (!(error instanceof CallerGone)) throw error
    reply.hijack()
    return reply
  }
}

async function stream(input: RelayInput, reply: FastifyReply, deps: E2eeDeps): Promise<void> {
  const { metrics, logger } = deps
  const sse = createSseOutput(reply, { metrics, logger })
  await relayStreamed(
    input,
    {
      output: sse.output,
      begin({ call, hints }) {
        // A comment of ours would change the bytes that the client digests.
        sse.begin({ call, release: 'silent', headers: hints })
        sse.onFinish(() => metrics.countAnswer('e2ee', 'streamed'))
      },
    },
    deps,
  )
}

async function claimNonce(
  { replayKey, timestamp }: RelayRequestInput,
  { replayGuard, nowMs, nowSeconds }: E2eeDeps,
): Promise<void> {
  // As long as its timestamp is in the window, which may begin in the future.
  const leftSeconds = timestamp - nowSeconds() + timestampWindow + 1
  const claim = { nowMs: nowMs(), untilMs: nowMs() + leftSeconds * 1000 }
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
  { catalogue, plans }: E2eeDeps,
): RelayRoute {
  const candidates = candidateModels(chat.model, catalogue)
  const [first] = candidates
  if (!first) throw unknownModel()
  const holding = candidates.flatMap((resolved) => {
    const found = enclaveRoutes(resolved.model).find(({ enclave }) => enclave.knowsKey(serviceKey))
    return found ? [{ ...found, resolved }] : []
  })
  const usable = holding.find(({ resolved }) => mayUse(resolved.model, caller, plans))
  const chosen = usable ?? holding[0]
  if (chosen) return chosen
  verifiedRoute(first.model)
  throw new GatewayError(
    'e2ee_model_key_mismatch',
    'X-Model-Pub-Key is no key of a verified enclave of this model. GET /api/e2ee/key tells it.',
  )
}

function candidateModels(name: string, catalogue: Catalogue): readonly Resolved[] {
  const known = resolveModel(catalogue, name)
  if (known) return [known]
  return [...catalogue.models.values()].flatMap((model) =>
    enclaveRoutes(model).some(({ route }) => route.upstreamModel === name)
      ? [{ model, viaTrait: null }]
      : [],
  )
}

function namedModel(name: unknown, catalogue: Catalogue): Resolved {
  if (typeof name !== 'string' || name === '') {
    throw new GatewayError('invalid_request_error', 'model is required.', { param: 'model' })
  }
  const resolved = candidateModels(name, catalogue)[0]
  if (!resolved) throw unknownModel()
  return resolved
}

function unknownModel(): GatewayError {
  return new GatewayError(
    'model_not_found',
    'No model or trait of this name exists. GET /v1/models lists them.',
    { param: 'model' },
  )
}

function noEncryption(): GatewayError {
  return new GatewayError('attestation_unavailable', 'The enclave offers no encryption.', {
    extra: {
      checks: refusedChecks([fail('aci.e2ee-version', 'no known key')], ['aci.e2ee-version']),
    },
  })
}

function noReport(error: unknown): GatewayError {
  const wait = (error as Error).name === 'TurnedAway'
  const check = fail('evidence.format', wait ? 'too many ask at once' : 'no report could be had')
  return new GatewayError('attestation_unavailable', 'The enclave gave no report for this nonce.', {
    extra: { checks: refusedChecks([check], ['evidence.format']) },
    ...(wait ? { headers: { 'retry-after': '1' } } : {}),
  })
}
