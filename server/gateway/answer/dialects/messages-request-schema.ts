import { requestShapes } from '#shared/words/english/errors/request-shapes.ts'
import * as Type from 'typebox'
import { requestMembers, streamMembers } from '../request/chat-request-schema.ts'

const BlockSchema = Type.Object({ type: Type.String() })

const content = (words: string) =>
  Type.Union([Type.String(), Type.Array(BlockSchema)], { description: words })

const MessageSchema = Type.Object({
  role: Type.Union([Type.Literal('user'), Type.Literal('assistant'), Type.Literal('system')], {
    description: requestShapes.roles,
  }),
  content: content(requestShapes.textOrBlocks),
})

const promptMembers = {
  messages: Type.Array(MessageSchema, {
    minItems: 1,
    description: requestShapes.messages,
  }),
  system: Type.Optional(
    Type.Union([Type.String(), Type.Null(), Type.Array(BlockSchema)], {
      description: requestShapes.textNullOrBlocks,
    }),
  ),
}

/** What the gateway looks at in a request of Anthropic's dialect. */
export const MessagesRequestSchema = Type.Object({
  ...requestMembers,
  max_tokens: Type.Integer({ minimum: 1, description: requestShapes.fromOneOn }),
  ...promptMembers,
  ...streamMembers,
})

/** The same where the tokens of a request are counted, and nothing is answered. */
export const CountRequestSchema = Type.Object({ ...requestMembers, ...promptMembers })
