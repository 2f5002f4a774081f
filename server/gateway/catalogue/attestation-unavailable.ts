import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import { GatewayError } from '../common/errors.ts'

/** The refusal when no enclave of a model is verified. */
export function attestationUnavailable(checks: readonly RefusedCheck[]): GatewayError {
  const first = checks.find(({ status }) => status === 'fail')
  const because = first ? ` (${first.id})` : ''
  return new GatewayError(
    'attestation_unavailable',
    `The gateway could verify no enclave of this model${because}.`,
    { checks },
  )
}
