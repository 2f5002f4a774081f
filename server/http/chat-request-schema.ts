import * as Type from 'typebox'
import { modelLength, roles, shownModes } from '../deliver/first-problem.ts'

const literals = <const Values extends readonly string[]>(values: Values) =>
  Type.Union(values.map((value) => Type.Literal(value)))

const MessageSchema = Type.Object({
  role: literals(roles),
  content: Type.Optional(
    Type.Union([
      Type.String(),
      Type.Null(),
      Type.Array(Type.Object({ type: Type.String() }), { minItems: 1 }),
    ]),
  ),
})

/** What the gateway looks at, for the OpenAPI document; `firstProblem` is what decides. */
export const ChatRequestSchema = Type.Object({
  model: Type.String({ minLength: 1, maxLength: modelLength }),
  messages: Type.Array(MessageSchema, { minItems: 1 }),
  stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  shown_mode: Type.Optional(literals(shownModes)),
})
