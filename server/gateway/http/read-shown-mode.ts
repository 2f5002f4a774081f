import type { IncomingHttpHeaders } from 'node:http'
import { modes, type Mode } from '#shared/modes.ts'
import { GatewayError } from '../common/errors.ts'

const shownModeHeader = 'x-svc-shown-mode'

/**
 * The mode that was shown to whoever asks: the body's member, or the header, for tools whose bodies cannot be
 * changed.
 * @param inBody null where the body has none
 * @throws {GatewayError} invalid_request_error for another word, or two that differ
 */
export function readShownMode(headers: IncomingHttpHeaders, inBody: Mode | null): Mode | null {
  const word = headers[shownModeHeader]
  if (word === undefined) return inBody
  const mode = modes.find((each) => each === word)
  if (mode === undefined) throw refusal(`must be one of ${modes.join(', ')}`)
  if (inBody !== null && inBody !== mode) {
    throw refusal(`is "${mode}", and shown_mode of the body is "${inBody}"`)
  }
  return mode
}

function refusal(problem: string): GatewayError {
  return new GatewayError('invalid_request_error', `${shownModeHeader} ${problem}`, {
    param: shownModeHeader,
  })
}
