import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'

const PartSchema = Type.Object({ type: Type.String(), text: Type.Optional(Type.String()) })

const MessageSchema = Type.Object({
  role: Type.String(),
  content: Type.Optional(Type.Union([Type.String(), Type.Null(), Type.Array(PartSchema)])),
})

const ToolSchema = Type.Object({
  type: Type.Literal('function'),
  function: Type.Object({ name: Type.String(), parameters: Type.Optional(Type.Unknown()) }),
})

const RequestSchema = Type.Object({
  model: Type.String(),
  messages: Type.Array(MessageSchema, { minItems: 1 }),
  stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  stream_options: Type.Optional(
    Type.Union([Type.Null(), Type.Object({ include_usage: Type.Optional(Type.Boolean()) })]),
  ),
  n: Type.Optional(Type.Union([Type.Null(), Type.Integer({ minimum: 1, maximum: 16 })])),
  max_tokens: Type.Optional(Type.Union([Type.Null(), Type.Integer({ minimum: 1 })])),
  max_completion_tokens: Type.Optional(Type.Union([Type.Null(), Type.Integer({ minimum: 1 })])),
  stop: Type.Optional(Type.Union([Type.Null(), Type.String(), Type.Array(Type.String())])),
  reasoning_effort: Type.Optional(Type.Union([Type.Null(), Type.String()])),
  response_format: Type.Optional(
    Type.Object({ type: Type.String(), json_schema: Type.Optional(Type.Unknown()) }),
  ),
  tools: Type.Optional(Type.Array(ToolSchema)),
  tool_choice: Type.Optional(Type.Unknown()),
})

export type DemoRequest = Static<typeof RequestSchema>
export type DemoMessage = Static<typeof MessageSchema>
export type DemoTool = Static<typeof ToolSchema>

const request = Compile(RequestSchema)

/** The request, or a sentence about what is wrong with it. */
export function parseDemoRequest(body: unknown): DemoRequest | string {
  if (request.Check(body)) return body as DemoRequest
  const [first] = request.Errors(body)
  return `${first?.instancePath || 'the body'} ${first?.message ?? 'is not valid'}`
}

/** A message's text: its string, or its text parts joined. */
export function textOf({ content }: DemoMessage): string {
  if (typeof content === 'string') return content
  return (content ?? []).flatMap(({ text }) => text ?? []).join(' ')
}
