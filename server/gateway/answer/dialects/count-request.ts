import type { RequestLimits } from '../../config/size-limits.ts'
import { parseRequest, type ApiRequest } from '../request/parse-request.ts'
import { createProblemFinder } from '../request/problem-finder.ts'
import { refuseManyMessages } from '../request/refuse-many-messages.ts'
import { CountRequestSchema } from './messages-request-schema.ts'

const firstProblem = createProblemFinder(CountRequestSchema)

/** Stops after each pass over the body. @throws {GatewayError} invalid_request_error */
export function parseCountRequest(
  bytes: Uint8Array,
  limits: RequestLimits,
): Generator<void, ApiRequest, undefined> {
  return parseRequest(bytes, limits, { firstProblem, refuseMany: refuseManyMessages })
}
