import { enclaveErrors } from '#shared/words/english/errors/enclave-errors.ts'
import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import { GatewayError } from '../common/errors.ts'

/** The refusal when no enclave of a model is verified. */
export function attestationUnavailable(checks: readonly RefusedCheck[]): GatewayError {
  const first = checks.find(({ status }) => status === 'fail')
  const because = first ? ` (${first.id})` : ''
  return new GatewayError('attestation_unavailable', enclaveErrors.noneVerified(because), {
    checks,
  })
}
