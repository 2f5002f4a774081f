import type { Json } from '#shared/canonical-json.ts'
import type { RequestLimits } from '../config/size-limits.ts'
import { firstProblem } from './first-problem.ts'
import { parseRequest, type ApiRequest } from './parse-request.ts'
import { refuseManyMessages } from './refuse-many-messages.ts'

export interface ChatRequest extends ApiRequest {
  readonly messages: Json
}

/**
 * Stops after each pass over the body.
 * @throws {GatewayError} invalid_request_error; `param` names the member, or `limit` the limit.
 */
export function* parseChatRequest(
  bytes: Uint8Array,
  limits: RequestLimits,
): Generator<void, ChatRequest, undefined> {
  const form = { firstProblem, refuseMany: refuseManyMessages }
  const request = yield* parseRequest(bytes, limits, form)
  return { ...request, messages: request.value['messages'] as Json }
}
