import { enclaveErrors, enclaveReasons } from '#shared/words/english/errors/enclave-errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as Type from 'typebox'
import type { AciDigest } from '#shared/aci/parse-keyset.ts'
import { refusedChecks } from '#shared/aci/six-verifications.ts'
import { fail } from '#shared/checks.ts'
import { chooseServiceKey } from '#shared/e2ee/choose-service-key.ts'
import { boughtReasons } from '#shared/words/english/errors/enclave-errors.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { bodyRoute } from '../catalogue/body-routes.ts'
import { firstAttestation } from '../catalogue/first-attestation.ts'
import { enclaveRoutes, encryptedModels, verifiedRoute } from '../catalogue/enclave-routes.ts'
import { GatewayError } from '../common/errors.ts'
import { describe } from '../http/openapi/operations.ts'
import { showBodyKey } from './show-body-key.ts'
import { KeyQuerySchema } from '../http/query-schemas.ts'
import { refuseQuery } from '../http/refuse-query.ts'
import type { EnclaveDoor } from '../common/upstream.ts'

interface KeyDeps {
  readonly catalogue: Catalogue
}

type KeyQuery = Type.Static<typeof KeyQuerySchema>

/** `GET /api/e2ee/key`: what a client that verifies the enclave by itself encrypts to. */
export function addE2eeKey(app: FastifyInstance, deps: KeyDeps): void {
  // A request with a nonce makes the enclave produce a quote.
  const withNonce = ({ query }: FastifyRequest) =>
    (query as { nonce?: unknown }).nonce === undefined ? 'read' : 'spend'
  app.get(
    '/api/e2ee/key',
    { ...describe('e2eeKey'), config: { budget: withNonce } },
    (request, reply) => showKey(request, reply, deps),
  )
}

/** The key, and with a nonce all that proves whose it is. */
async function showKey(request: FastifyRequest, reply: FastifyReply, deps: KeyDeps) {
  refuseQuery(request.query, KeyQuerySchema)
  const { model: name, nonce, keyset } = request.query as KeyQuery
  const [{ model }] = encryptedModels(name, deps.catalogue)
  await firstAttestation([model])
  const whole = enclaveRoutes(model).length > 0 ? null : bodyRoute(model)
  if (whole !== null) return showBodyKey(reply, whole, nonce ?? null)
  const { route, enclave } = verifiedRoute(model)
  const proof = nonce === undefined ? null : await reportFor(enclave, nonce, keyset ?? null)
  // As it is known now: the report may have led to another attestation, and names the keys of the replica that was met.
  const established = enclave.established()
  const key = proof ? proof.serviceKey : established && chooseServiceKey(established.keyset)
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
  if (proof === null) return reply.send(JSON.stringify(facts))
  // The report goes out in the enclave's own bytes.
  const { report, collateral } = proof
  const text = `${JSON.stringify({ ...facts, collateral }).slice(0, -1)},"attestation":`
  return reply.send(Buffer.concat([Buffer.from(text), report, Buffer.from('}')]))
}

/** @throws {GatewayError} attestation_unavailable */
function reportFor(enclave: EnclaveDoor, nonce: string, keyset: string | null) {
  return enclave.report(nonce, keyset as AciDigest | null).catch((error: unknown) => {
    throw noReport(error)
  })
}

function noEncryption(): GatewayError {
  return new GatewayError('attestation_unavailable', enclaveErrors.noEncryption, {
    checks: refusedChecks(
      [fail('aci.e2ee-version', boughtReasons.noKnownKey)],
      ['aci.e2ee-version'],
    ),
  })
}

function noReport(error: unknown): GatewayError {
  const wait = (error as Error).name === 'TurnedAway'
  const check = fail('evidence.format', wait ? enclaveReasons.tooMany : enclaveReasons.noReport)
  return new GatewayError('attestation_unavailable', enclaveErrors.noReport, {
    checks: refusedChecks([check], ['evidence.format']),
    ...(wait ? { headers: { 'retry-after': '1' } } : {}),
  })
}
