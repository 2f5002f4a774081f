import type { Json } from '#shared/canonical-json.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import type { RequestLimits } from '../../config/size-limits.ts'
import { GatewayError } from '../../common/errors.ts'
import { limitOf } from './parse-request.ts'

/** @throws {GatewayError} invalid_request_error for more messages, or parts of one, than the limits allow */
export function refuseManyMessages({ messages }: JsonObject, limits: RequestLimits): void {
  refuseManyItems(messages, 'messages', limits)
}

/** The same for a list of another name. */
export function refuseManyItems(
  items: Json | undefined,
  name: string,
  limits: RequestLimits,
): void {
  if (!Array.isArray(items)) return
  const messages = items as readonly Json[]
  if (messages.length > limits.messages) {
    throw new GatewayError(
      'invalid_request_error',
      `${name} has more than ${limits.messages} messages`,
      { param: name, extra: limitOf('messages', limits) },
    )
  }
  const index = messages.findIndex((message) => partCount(message) > limits.parts)
  if (index < 0) return
  const param = `${name}[${index}].content`
  throw new GatewayError('invalid_request_error', `${param} has more than ${limits.parts} parts`, {
    param,
    extra: limitOf('parts', limits),
  })
}

function partCount(message: Json): number {
  const content = isJsonObject(message) ? message['content'] : undefined
  return Array.isArray(content) ? content.length : 0
}
