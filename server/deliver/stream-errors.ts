import { GatewayError } from '../errors.ts'

export function streamIncomplete(): GatewayError {
  return new GatewayError(
    'upstream_error',
    'The upstream ended the answer in a way that no receipt can cover.',
  )
}

export function streamTooLong(): GatewayError {
  return new GatewayError('upstream_error', 'The answer of the upstream is too long.')
}
