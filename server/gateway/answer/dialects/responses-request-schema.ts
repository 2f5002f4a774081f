import { requestShapes } from '#shared/words/english/errors/request-shapes.ts'
import * as Type from 'typebox'
import { shapeWords } from '#shared/words/english/errors/request-shapes.ts'
import { requestMembers, streamMembers } from '../request/chat-request-schema.ts'

const ItemSchema = Type.Object({})

/** What the gateway looks at in a request for a response. */
export const ResponsesRequestSchema = Type.Object({
  ...requestMembers,
  input: Type.Union([Type.String(), Type.Array(ItemSchema, { minItems: 1 })], {
    description: requestShapes.textOrItems,
  }),
  instructions: Type.Optional(
    Type.Union([Type.String(), Type.Null()], { description: shapeWords.textOrNull }),
  ),
  tools: Type.Optional(
    Type.Union([Type.Null(), Type.Array(Type.Object({ type: Type.String() }))], {
      description: requestShapes.nullOrTools,
    }),
  ),
  ...streamMembers,
})
