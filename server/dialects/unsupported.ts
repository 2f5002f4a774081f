import { GatewayError, doNotRetry } from '../errors.ts'

/** The refusal of a member that is not served: named, and never dropped. */
export function unsupported(param: string, because: string): GatewayError {
  return new GatewayError('unsupported_parameter', `${param} is not supported: ${because}`, {
    param: param.slice(0, 200),
    headers: doNotRetry,
  })
}
