import type { Json } from '#shared/canonical-json.ts'
import { FormatError } from '#shared/errors.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import { parseJsonObjectInPasses } from '#shared/json/parse-json-object.ts'
import type { JsonMember } from '#shared/json/scan-json.ts'
import type { Mode } from '#shared/modes.ts'
import type { RequestLimits } from '../config/size-limits.ts'
import { decodeUtf8 } from '../decode-utf8.ts'
import { GatewayError } from '../errors.ts'
import { firstProblem } from './first-problem.ts'

export interface ChatRequest {
  /** The body as it came. */
  readonly bytes: Uint8Array
  readonly members: readonly JsonMember[]
  readonly model: string
  readonly messages: Json
  readonly delivery: 'buffered' | 'streamed'
  readonly shownMode: Mode | null
}

/**
 * Stops after each pass over the body.
 * @throws {GatewayError} invalid_request_error; `param` names the member, or `limit` the limit.
 */
export function* parseChatRequest(
  bytes: Uint8Array,
  limits: RequestLimits,
): Generator<void, ChatRequest, undefined> {
  const { value, members } = yield* parseBody(bytes, limits)
  const { messages } = value
  if (Array.isArray(messages)) refuseMany(messages as readonly Json[], limits)
  const problem = firstProblem(value)
  if (problem !== null) {
    const { param, expectation } = problem
    throw new GatewayError('invalid_request_error', `${param} ${expectation}`, { param })
  }
  return {
    bytes,
    members,
    model: value['model'] as string,
    messages: messages as Json,
    delivery: value['stream'] === true ? 'streamed' : 'buffered',
    shownMode: (value['shown_mode'] as Mode | undefined) ?? null,
  }
}

function* parseBody(bytes: Uint8Array, limits: RequestLimits) {
  try {
    return yield* parseJsonObjectInPasses(bytes, decodeUtf8, limits)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const param = toParam(error.path)
    const message = `The body is refused: ${error.message}`
    throw new GatewayError('invalid_request_error', message, {
      ...(param === '' ? {} : { param }),
      ...(error.code === 'JSON_TOO_MANY_VALUES' && { extra: limitOf('values', limits) }),
      ...(error.code === 'JSON_TOO_DEEP' && { extra: limitOf('depth', limits) }),
    })
  }
}

function refuseMany(messages: readonly Json[], limits: RequestLimits): void {
  if (messages.length > limits.messages) {
    throw new GatewayError(
      'invalid_request_error',
      `messages has more than ${limits.messages} messages`,
      { param: 'messages', extra: limitOf('messages', limits) },
    )
  }
  const index = messages.findIndex((message) => partCount(message) > limits.parts)
  if (index < 0) return
  const param = `messages[${index}].content`
  throw new GatewayError('invalid_request_error', `${param} has more than ${limits.parts} parts`, {
    param,
    extra: limitOf('parts', limits),
  })
}

function partCount(message: Json): number {
  const content = isJsonObject(message) ? message['content'] : undefined
  return Array.isArray(content) ? content.length : 0
}

/** What the operator calls the limit in `request_limits`, and how high it is. */
function limitOf(limit: keyof RequestLimits, limits: RequestLimits) {
  return { limit, most: limits[limit] }
}

/** JSON pointer → the way OpenAI's errors name a member: `messages[0].role`. */
function toParam(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((param, part) => {
      if (/^\d+$/.test(part)) return `${param}[${part}]`
      return param === '' ? part : `${param}.${part}`
    }, '')
    .slice(0, 200)
}
