import * as Type from 'typebox'
import { requestMembers, streamMembers } from '../request/chat-request-schema.ts'

const BlockSchema = Type.Object({ type: Type.String() })

const content = (words: string) =>
  Type.Union([Type.String(), Type.Array(BlockSchema)], { description: words })

const MessageSchema = Type.Object({
  role: Type.Union([Type.Literal('user'), Type.Literal('assistant'), Type.Literal('system')], {
    description: 'one of user, assistant, system',
  }),
  content: content('a string, or an array of blocks'),
})

const promptMembers = {
  messages: Type.Array(MessageSchema, {
    minItems: 1,
    description: 'an array of one or more messages',
  }),
  system: Type.Optional(
    Type.Union([Type.String(), Type.Null(), Type.Array(BlockSchema)], {
      description: 'a string, null, or an array of blocks',
    }),
  ),
}

/** What the gateway looks at in a request of Anthropic's dialect. */
export const MessagesRequestSchema = Type.Object({
  ...requestMembers,
  max_tokens: Type.Integer({ minimum: 1, description: 'a whole number from 1 on' }),
  ...promptMembers,
  ...streamMembers,
})

/** The same where the tokens of a request are counted, and nothing is answered. */
export const CountRequestSchema = Type.Object({ ...requestMembers, ...promptMembers })
