import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { firstAttestation } from '../../../../server/gateway/catalogue/first-attestation.ts'
import { defaultLimits } from '../../../../server/gateway/config/size-limits.ts'
import { GatewayError } from '../../../../server/gateway/common/errors.ts'
import type { Caller } from '../../../../server/gateway/http/callers/identify-caller.ts'
import { addE2eeRelay, type RelayDeps } from '../../../../server/gateway/routes/e2ee-relay.ts'
import { createAnswersInFlight } from '../../../../server/gateway/routes/watch-answer.ts'
import type { BodyDoor, UpstreamEnclave } from '../../../../server/gateway/common/upstream.ts'

/** A host whose first attestation ends when the test says so. */
function host({ isTried = false, isVerified = false, hasDoor = true } = {}) {
  const first = Promise.withResolvers<void>()
  let verifiedAt = isVerified ? 1 : null
  const enclave = {
    door: null,
    bodyDoor: hasDoor ? ({} as BodyDoor) : null,
    verifiedAt: () => verifiedAt,
    warmUp: () => first.promise,
  } as Partial<UpstreamEnclave> as UpstreamEnclave
  const availability = () =>
    isTried
      ? ({ available: false, kind: 'unverified', checks: [] } as const)
      : ({ available: true } as const)
  return {
    upstream: { enclave, availability },
    end(well: boolean) {
      verifiedAt = well ? 1 : null
      first.resolve()
    },
  }
}

const modelOn = (...upstreams: readonly ReturnType<typeof host>['upstream'][]) => ({
  routes: upstreams.map((upstream) => ({ upstream })),
})

async function hasEnded(waited: Promise<void>): Promise<boolean> {
  const turn = new Promise((resolve) => setImmediate(resolve, 'not yet'))
  return (await Promise.race([waited.then(() => 'ended'), turn])) === 'ended'
}

test('whoever asks for a key before the first attestation has ended waits for it, and no longer', async () => {
  const [slow, slower] = [host(), host()]
  const waited = firstAttestation([modelOn(slow.upstream, slower.upstream)])
  expect(await hasEnded(waited)).toBe(false)
  slow.end(true)
  expect(await hasEnded(waited)).toBe(true)
})

test('a first attestation that failed is no reason to stop waiting for another', async () => {
  const [bad, good] = [host(), host()]
  const waited = firstAttestation([modelOn(bad.upstream, good.upstream)])
  bad.end(false)
  expect(await hasEnded(waited)).toBe(false)
  good.end(false)
  expect(await hasEnded(waited)).toBe(true)
})

test('nobody waits behind an enclave that is verified, or for one that was refused or takes no encryption', async () => {
  const untried = host().upstream
  const verified = host({ isVerified: true }).upstream
  expect(await hasEnded(firstAttestation([modelOn(untried, verified)]))).toBe(true)
  const refused = host({ isTried: true }).upstream
  const doorless = host({ hasDoor: false }).upstream
  expect(await hasEnded(firstAttestation([modelOn(refused, doorless)]))).toBe(true)
})

/** The refusal of an enclave that was met, and never had this key. */
const met = 'e2ee_model_key_mismatch'
const key = 'aa'.repeat(32)
const fieldHeaders = {
  'x-e2ee-version': '2',
  'x-client-pub-key': key,
  'x-model-pub-key': key,
  'x-e2ee-nonce': key,
  'x-e2ee-timestamp': '0',
}
const bodyHeaders = { 'x-e2ee-scheme': 'ehbp-1', 'x-e2ee-model': 'm', 'ehbp-encapsulated-key': key }

test.each([
  ['fields', fieldHeaders],
  ['a body', bodyHeaders],
])(
  'whoever encrypted %s before the gateway was started waits for it as well',
  async (_, headers) => {
    const started = host()
    const { upstream } = started
    const { enclave } = upstream
    const isMet = () => enclave.verifiedAt() !== null
    const door = { knowsKey: () => false, established: () => (isMet() ? {} : null) }
    const refusal = () => new GatewayError(isMet() ? met : 'attestation_unavailable', '')
    const bodyDoor = { ...door, scheme: 'ehbp-1', relay: () => Promise.reject(refusal()) }
    const asked = Promise.withResolvers<void>()
    const first = enclave.warmUp()
    Object.assign(enclave, { door, bodyDoor, warmUp: () => (asked.resolve(), first) })
    const model = { ...modelOn(upstream), id: 'm', plan: null, task: 'chat' }
    const app = relayTo(model)
    const payload = { model: 'm', messages: [{ role: 'user', content: 'ab'.repeat(60) }] }
    const answered = app.inject({ method: 'POST', url: '/api/e2ee/relay', headers, payload })
    await Promise.race([asked.promise, answered])
    started.end(true)
    expect((await answered).json()).toMatchObject({ error: { code: met } })
  },
)

/** The route by itself. */
function relayTo(model: object): FastifyInstance {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.decorateRequest('caller', { getter: () => ({ account: null }) as Caller })
  app.setValidatorCompiler(() => () => true)
  app.setErrorHandler((error, _request, reply) => reply.send((error as GatewayError).body))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  addE2eeRelay(app, {
    catalogue: { models: new Map([['m', model]]), traits: new Map() },
    plans: { entitles: () => true },
    requestLimits: defaultLimits.request,
    inTurn: (_bytes: number, work: () => unknown) => work(),
    inFlight: createAnswersInFlight(),
    nowSeconds: () => 0,
    nowMs: () => 0,
    tracing: null,
  } as unknown as RelayDeps)
  return app
}
