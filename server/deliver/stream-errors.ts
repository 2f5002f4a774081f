import { FormatError } from '#shared/errors.ts'
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

export function upstreamBrokeOff(): GatewayError {
  return new GatewayError('upstream_error', 'The upstream broke off with an error of its own.')
}

export function svcOfItsOwn(): FormatError {
  return new FormatError('COMPLETION_MALFORMED', 'an event has an "svc" of its own')
}

/** An answer that cannot be committed to is refused; the reason never quotes it. */
export function notACompletion(error: FormatError): GatewayError {
  return new GatewayError(
    'upstream_error',
    `The upstream's answer is none that a receipt can cover (${error.code}).`,
  )
}
