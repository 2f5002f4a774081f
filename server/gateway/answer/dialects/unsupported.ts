import type { JsonObject } from '#shared/json/parse-json-object.ts'
import type { LeaveOut, Translation } from '#shared/translation/translation.ts'
import { UnsupportedMember } from '#shared/translation/unsupported-member.ts'
import { GatewayError, doNotRetry } from '../../common/errors.ts'

/** The refusal of a member that is not served: named, and never dropped. */
export function unsupported(param: string, because: string): GatewayError {
  return refusalOf(new UnsupportedMember(param, because))
}

/** The request in chat. @throws {GatewayError} unsupported_parameter for what chat cannot say without loss */
export function inChat(
  { toChat }: Translation,
  request: JsonObject,
  leaveOut: LeaveOut,
): JsonObject {
  try {
    return toChat(request, leaveOut)
  } catch (error) {
    throw error instanceof UnsupportedMember ? refusalOf(error) : error
  }
}

function refusalOf({ message, param }: UnsupportedMember): GatewayError {
  return new GatewayError('unsupported_parameter', message, { param, headers: doNotRetry })
}
