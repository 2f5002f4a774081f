import * as Type from 'typebox'
import type { TSchema } from 'typebox'

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

export const DemoRequestSchema = Type.Object({
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

export type DemoRequest = Type.Static<typeof DemoRequestSchema>
export type DemoMessage = DemoRequest['messages'][number]
export type DemoTool = Type.Static<typeof ToolSchema>
