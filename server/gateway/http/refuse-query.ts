import type { Json } from '#shared/canonical-json.ts'
import { firstProblem } from '../answer/request/first-problem.ts'
import { GatewayError } from '../common/errors.ts'

/** @throws {GatewayError} e2ee_invalid_nonce for a nonce, invalid_request_error for any other member */
export function refuseQuery(query: unknown, schema: object): void {
  const problem = firstProblem(schema, { ...(query as Record<string, Json>) })
  if (problem === null) return
  const { param, expectation } = problem
  const code = param === 'nonce' ? 'e2ee_invalid_nonce' : 'invalid_request_error'
  throw new GatewayError(code, `${param} ${expectation}.`, { param })
}
