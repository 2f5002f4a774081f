import { requestShapes } from '#shared/words/english/errors/request-shapes.ts'
import * as Type from 'typebox'
import { requestMembers } from '../request/chat-request-schema.ts'

/** What the gateway looks at in a request for vectors. */
export const EmbeddingsRequestSchema = Type.Object({
  ...requestMembers,
  input: Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.Unknown(), { minItems: 1 })], {
    description: requestShapes.textsOrTokens,
  }),
})
