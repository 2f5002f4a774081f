import { FormatError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { GatewayError } from '../errors.ts'
import { refusalOf, saidOf, statusSaid } from './upstream-refusal.ts'

export function streamIncomplete(): GatewayError {
  return new GatewayError(
    'upstream_error',
    'The upstream ended the answer in a way that no receipt can cover.',
  )
}

export function streamTooLong(): GatewayError {
  return new GatewayError('upstream_error', 'The answer of the upstream is too long.')
}

/**
 * An error event of the upstream.
 * @param isFirst before it nothing was said: then it is a refusal, whose status came too late
 */
export function upstreamBrokeOff(data: JsonObject, isFirst: boolean): GatewayError {
  const said = saidOf(data)
  const status = isFirst ? statusSaid(said) : null
  return status === null
    ? new GatewayError('upstream_error', 'The upstream broke off with an error of its own.')
    : refusalOf({ status, retryAfter: null }, said)
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
