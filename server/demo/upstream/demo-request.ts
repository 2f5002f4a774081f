import * as Type from 'typebox'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { chooseTools } from './choose-tools.ts'
import { DemoError } from './demo-error.ts'

/** OpenAI's clients send null for what they leave out. */
const optional = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const

const MessageSchema = Type.Object({
  role: Type.Enum([...roles]),
  content: optional(
    Type.Union([
      Type.String(),
      Type.Array(Type.Object({ type: Type.String(), text: Type.Optional(Type.String()) })),
    ]),
  ),
  tool_call_id: Type.Optional(Type.String()),
})

const ToolSchema = Type.Object({
  type: Type.Literal('function'),
  function: Type.Object({
    name: Type.String({ minLength: 1 }),
    parameters: optional(Type.Unknown()),
  }),
})

const RequestSchema = Type.Object({
  model: Type.String({ minLength: 1 }),
  messages: Type.Array(MessageSchema, { minItems: 1 }),
  stream: optional(Type.Boolean()),
  stream_options: optional(Type.Object({ include_usage: optional(Type.Boolean()) })),
  n: optional(Type.Integer({ minimum: 1, maximum: 128 })),
  max_tokens: optional(Type.Integer({ minimum: 1 })),
  max_completion_tokens: optional(Type.Integer({ minimum: 1 })),
  temperature: optional(Type.Number({ minimum: 0, maximum: 2 })),
  top_p: optional(Type.Number({ minimum: 0, maximum: 1 })),
  stop: optional(Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 4 })])),
  reasoning_effort: optional(Type.String()),
  response_format: optional(
    Type.Object({
      type: Type.Union([
        Type.Literal('text'),
        Type.Literal('json_object'),
        Type.Literal('json_schema'),
      ]),
      json_schema: Type.Optional(Type.Object({ schema: Type.Optional(Type.Unknown()) })),
    }),
  ),
  tools: optional(Type.Array(ToolSchema)),
  tool_choice: optional(
    Type.Union([
      Type.Literal('none'),
      Type.Literal('auto'),
      Type.Literal('required'),
      Type.Object({ function: Type.Object({ name: Type.String() }) }),
    ]),
  ),
  parallel_tool_calls: optional(Type.Boolean()),
})

export type DemoRequest = Type.Static<typeof RequestSchema>
export type DemoMessage = DemoRequest['messages'][number]
export type DemoTool = Type.Static<typeof ToolSchema>

const request = Compile(RequestSchema)

/** @throws {DemoError} that names the member at fault */
export function parseDemoRequest(body: unknown): DemoRequest {
  if (!request.Check(body)) {
    const [first] = request.Errors(body)
    const param = toParam(first?.instancePath ?? '')
    const place = param === '' ? 'The body' : `'${param}'`
    throw new DemoError(`${place} ${first?.message ?? 'is not valid'}.`, 'invalid_value', { param })
  }
  const chat = body as DemoRequest
  for (const [index, message] of chat.messages.entries()) refuseIncomplete(message, index)
  const { tool_choice: choice } = chat
  const isForced = choice === 'required' || typeof choice === 'object'
  if (isForced && choice !== null && chooseTools(chat, '').length === 0) {
    throw new DemoError("'tool_choice' names no tool in 'tools'.", 'invalid_value', {
      param: 'tool_choice',
    })
  }
  return chat
}

function refuseIncomplete({ role, content, tool_call_id }: DemoMessage, index: number): void {
  const missing = (member: string) =>
    new DemoError(
      `A message with role '${role}' needs '${member}'.`,
      'missing_required_parameter',
      { param: `messages[${index}].${member}` },
    )
  if (role === 'tool' && tool_call_id === undefined) throw missing('tool_call_id')
  if (role !== 'assistant' && (content === undefined || content === null)) throw missing('content')
}

/** JSON pointer → `messages[0].role`. */
function toParam(pointer: string): string {
  return pointer
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '')
    .slice(0, 200)
}

/** A message's text: its string, or its text parts joined. */
export function textOf({ content }: DemoMessage): string {
  if (typeof content === 'string') return content
  return (content ?? []).flatMap(({ text }) => text ?? []).join(' ')
}
