import { requestErrors } from '#shared/words/english/errors/request-errors.ts'
import type { Json } from '#shared/canonical-json.ts'
import { FormatError } from '#shared/errors.ts'
import { firstShapeProblem } from '#shared/json/first-shape-problem.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import type { JsonMember } from '#shared/json/scan-json.ts'
import type { Mode } from '#shared/modes.ts'
import type { RequestLimits } from '../../config/size-limits.ts'
import { decodeUtf8 } from '../../common/decode-utf8.ts'
import { GatewayError } from '../../common/errors.ts'
import { problemInWords } from './first-problem.ts'
import { parseOutline, type Outline } from './parse-outline.ts'

/** A request of whichever dialect. */
export interface ApiRequest {
  /** The body as it came. */
  readonly bytes: Uint8Array
  readonly members: readonly JsonMember[]
  /** Its form, and all that the gateway decides by: the words of long texts are not in it. */
  readonly outline: JsonObject
  /** Where those texts stand (`Outline`). */
  readonly texts: readonly number[]
  /** Its value with every word, decoded once more where the outline lacks some. */
  readonly whole: () => JsonObject
  readonly model: string
  readonly delivery: 'buffered' | 'streamed'
  readonly shownMode: Mode | null
}

/** What a request of one dialect may be. */
export interface RequestForm {
  readonly schema: object
  /** Looked at before anything else. @throws {GatewayError} for more than the limits allow */
  readonly refuseMany: (value: JsonObject, limits: RequestLimits) => void
  /** Looked at last: what has the right form and is not served. @throws {GatewayError} */
  readonly refuseUnserved?: (value: JsonObject) => void
  /** Whether its answer is never streamed: a `stream` in the request is the upstream's to refuse. */
  readonly isWhole?: boolean
}

/**
 * Stops after each pass over the body.
 * @throws {GatewayError} invalid_request_error; `param` names the member, or `limit` the limit.
 */
export function* parseRequest(
  bytes: Uint8Array,
  limits: RequestLimits,
  formOf: RequestForm | ((value: JsonObject) => RequestForm),
): Generator<void, ApiRequest, undefined> {
  const { value, members, texts } = yield* parseBody(bytes, limits)
  const form = typeof formOf === 'function' ? formOf(value) : formOf
  form.refuseMany(value, limits)
  const problem = firstShapeProblem(form.schema, value)
  if (problem !== null) {
    const { param, expectation } = problemInWords(problem)
    throw new GatewayError('invalid_request_error', `${param} ${expectation}`, { param })
  }
  form.refuseUnserved?.(value)
  const { model, stream, shown_mode: shownMode } = value
  return {
    bytes,
    members,
    outline: value,
    texts,
    whole: () => (texts.length === 0 ? value : (JSON.parse(decodeUtf8(bytes)) as JsonObject)),
    model: model as string,
    delivery: stream === true && form.isWhole !== true ? 'streamed' : 'buffered',
    shownMode: (shownMode as Mode | undefined) ?? null,
  }
}

function* parseBody(bytes: Uint8Array, limits: RequestLimits): Generator<void, Outline, undefined> {
  try {
    return yield* parseOutline(bytes, limits)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const param = toParam(error.path)
    const message = requestErrors.body(error.message)
    throw new GatewayError('invalid_request_error', message, {
      ...(param === '' ? {} : { param }),
      ...(error.code === 'JSON_TOO_MANY_VALUES' && { extra: limitOf('values', limits) }),
      ...(error.code === 'JSON_TOO_DEEP' && { extra: limitOf('depth', limits) }),
    })
  }
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
      requestErrors.tooManyMessages(name, limits.messages),
      { param: name, extra: limitOf('messages', limits) },
    )
  }
  const index = messages.findIndex((message) => partCount(message) > limits.parts)
  if (index < 0) return
  const param = `${name}[${index}].content`
  throw new GatewayError('invalid_request_error', requestErrors.tooManyParts(param, limits.parts), {
    param,
    extra: limitOf('parts', limits),
  })
}

function partCount(message: Json): number {
  const content = (message as Partial<JsonObject> | null)?.['content']
  return Array.isArray(content) ? content.length : 0
}
