import { enclaveErrors, enclaveReasons } from '#shared/words/english/errors/enclave-errors.ts'
import type { FastifyReply } from 'fastify'
import { refusedChecks } from '#shared/aci/six-verifications.ts'
import { fail } from '#shared/checks.ts'
import { attestationUnavailable } from '../catalogue/attestation-unavailable.ts'
import type { BodyRoute } from '../catalogue/body-routes.ts'
import { GatewayError } from '../common/errors.ts'
import type { BodyDoor } from '../common/upstream.ts'

/** The key of an enclave that takes encrypted bodies, and with a nonce all that proves whose it is. @throws {GatewayError} */
export async function showBodyKey(
  reply: FastifyReply,
  { route, door }: BodyRoute,
  nonce: string | null,
): Promise<FastifyReply> {
  const evidence = nonce === null ? null : await evidenceOf(door, nonce)
  // As it is known now: the evidence may have taken long.
  const established = door.established()
  if (established === null) {
    const state = route.upstream.availability()
    throw attestationUnavailable(
      !state.available && state.kind === 'unverified' ? state.checks : [],
    )
  }
  return reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(
      JSON.stringify({
        scheme: door.scheme,
        algo: door.algo,
        public_key: established.encryptionKey,
        upstream_model: route.upstreamModel,
        measurement: established.measurement,
        provider_id: route.upstream.id,
        verified_by: established.verifiedBy,
        ...(evidence === null ? {} : { evidence }),
      }),
    )
}

async function evidenceOf(door: BodyDoor, nonce: string) {
  try {
    return await door.evidence(nonce)
  } catch (error) {
    const isBusy = (error as Error).name === 'TurnedAway'
    const reason = isBusy ? enclaveReasons.tooMany : enclaveReasons.noEvidence
    const check = fail('document.format', reason)
    throw new GatewayError('attestation_unavailable', enclaveErrors.noEvidence, {
      checks: refusedChecks([check], [check.id]),
      ...(isBusy ? { headers: { 'retry-after': '1' } } : {}),
    })
  }
}
