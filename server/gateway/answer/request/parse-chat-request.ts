import type { RequestLimits } from '../../config/size-limits.ts'
import { firstProblem } from './first-problem.ts'
import { parseRequest, type ApiRequest, type RequestForm } from './parse-request.ts'
import { refuseManyMessages } from './refuse-many-messages.ts'

export const chatRequestForm: RequestForm = { firstProblem, refuseMany: refuseManyMessages }

/**
 * Stops after each pass over the body.
 * @throws {GatewayError} invalid_request_error; `param` names the member, or `limit` the limit.
 */
export function parseChatRequest(
  bytes: Uint8Array,
  limits: RequestLimits,
): Generator<void, ApiRequest, undefined> {
  return parseRequest(bytes, limits, chatRequestForm)
}
