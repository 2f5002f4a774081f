import { FormatError } from '#shared/errors.ts'
import type { Json } from '#shared/canonical-json.ts'
import type { JsonMember } from '#shared/json/scan-json.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import type { Mode } from '#shared/modes.ts'
import * as Type from 'typebox'
import { Compile } from 'typebox/compile'
import { GatewayError } from '../errors.ts'
import { decodeUtf8 } from '../decode-utf8.ts'

const literals = <const Values extends readonly string[]>(values: Values) =>
  Type.Union(values.map((value) => Type.Literal(value)))

const MessageSchema = Type.Object({
  role: literals(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: Type.Optional(
    Type.Union([
      Type.String(),
      Type.Null(),
      Type.Array(Type.Object({ type: Type.String() }), { minItems: 1 }),
    ]),
  ),
})

/** What the gateway looks at. Every other member of the body is forwarded as it came. */
export const ChatRequestSchema = Type.Object({
  model: Type.String({ minLength: 1, maxLength: 256 }),
  messages: Type.Array(MessageSchema, { minItems: 1 }),
  stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  shown_mode: Type.Optional(literals(['anonymized', 'private', 'tee', 'e2ee'])),
})

const chatRequest = Compile(ChatRequestSchema)

export interface ChatRequest {
  /** The body as it came. */
  readonly bytes: Uint8Array
  readonly members: readonly JsonMember[]
  readonly model: string
  readonly messages: Json
  readonly delivery: 'buffered' | 'streamed'
  readonly shownMode: Mode | null
}

/** @throws {GatewayError} invalid_request_error; `param` names the member. */
export function parseChatRequest(bytes: Uint8Array): ChatRequest {
  const { value, members } = parseBody(bytes)
  if (!chatRequest.Check(value)) throw invalidMember(value)
  const request = value as Type.Static<typeof ChatRequestSchema>
  return {
    bytes,
    members,
    model: request.model,
    messages: request.messages as Json,
    delivery: request.stream === true ? 'streamed' : 'buffered',
    shownMode: (request.shown_mode as Mode | undefined) ?? null,
  }
}

function parseBody(bytes: Uint8Array) {
  try {
    return parseJsonObject(bytes, decodeUtf8)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const param = toParam(error.path)
    const message = `The body is refused: ${error.message}`
    throw new GatewayError('invalid_request_error', message, param === '' ? {} : { param })
  }
}

function invalidMember(value: unknown): GatewayError {
  const problems = chatRequest.Errors(value)
  const deepest = problems.toSorted((a, b) => depth(b.instancePath) - depth(a.instancePath))[0]
  const missing =
    deepest?.keyword === 'required' ? `/${deepest.params.requiredProperties[0] ?? ''}` : ''
  const param = toParam(`${deepest?.instancePath ?? ''}${missing}`)
  return new GatewayError(
    'invalid_request_error',
    missing === '' ? `${param || 'The body'} ${expectation(param)}` : `${param} is required`,
    { param },
  )
}

function depth(path: string): number {
  return path.split('/').length
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

function expectation(param: string): string {
  if (param === 'model') return 'must be a string of 1 to 256 characters'
  if (param === 'messages') return 'must be an array of one or more messages'
  if (param === 'stream') return 'must be true, false or null'
  if (param === 'shown_mode') return 'must be one of anonymized, private, tee, e2ee'
  if (/^messages\[\d+\]\.role$/.test(param)) {
    return 'must be one of system, developer, user, assistant, tool, function'
  }
  if (/^messages\[\d+\]\.content$/.test(param)) {
    return 'must be a string, null, or an array of one or more parts'
  }
  if (param.endsWith('.type')) return 'must be a string'
  return 'must be an object'
}
