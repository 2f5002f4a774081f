import { providerErrors } from '#shared/words/english/errors/provider-errors.ts'
import { FormatError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { answerProblems } from '#shared/words/english/errors/provider-errors.ts'
import type { GatewayError } from '../../common/errors.ts'
import { UnusableAnswer } from '../unusable-answer.ts'
import { refusalOf, saidOf, statusSaid } from '../upstream-refusal.ts'

export function streamIncomplete(): GatewayError {
  return new UnusableAnswer(providerErrors.uncoveredEnd, {
    kind: 'broken',
    cause: 'INCOMPLETE',
  })
}

export function streamTooLong(): GatewayError {
  return new UnusableAnswer(providerErrors.tooLong, {
    kind: 'too-long',
    cause: null,
  })
}

/**
 * An error event of the upstream.
 * @param isFirst before it nothing was said: then it is a refusal, whose status came too late
 */
export function upstreamBrokeOff(data: JsonObject, isFirst: boolean): GatewayError {
  const said = saidOf(data)
  const status = isFirst ? statusSaid(said) : null
  return status === null
    ? new UnusableAnswer(providerErrors.brokeOffWithError, {
        kind: 'failed',
        cause: 'ERROR_EVENT',
      })
    : refusalOf({ status, retryAfter: null }, said)
}

export function svcOfItsOwn(): FormatError {
  return new FormatError('COMPLETION_MALFORMED', answerProblems.eventOwnSvc)
}

/** An answer that cannot be committed to is refused; the reason never quotes it. */
export function notACompletion(error: FormatError): GatewayError {
  return new UnusableAnswer(providerErrors.uncovered(error.code), {
    kind: 'unreadable',
    cause: error.code,
  })
}
