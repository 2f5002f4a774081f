import { requestShapes } from '#shared/words/english/errors/request-shapes.ts'
import * as Type from 'typebox'

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const
const shownModes = ['anonymized', 'private', 'tee', 'e2ee'] as const

/** Longest salt of a caller's own. */
const saltLength = 256
/** Longest name of a model. */
const modelLength = 256

const oneOf = <const Words extends readonly string[]>(words: Words) =>
  Type.Union(
    words.map((word) => Type.Literal(word)),
    { description: requestShapes.oneOf(words.join(', ')) },
  )

const PartSchema = Type.Object({ type: Type.String() })

const MessageSchema = Type.Object({
  role: oneOf(roles),
  content: Type.Optional(
    Type.Union([Type.String(), Type.Null(), Type.Array(PartSchema, { minItems: 1 })], {
      description: requestShapes.textOrParts,
    }),
  ),
})

/** What the gateway looks at in requests of every dialect; each description completes "must be …". */
export const requestMembers = {
  model: Type.String({
    minLength: 1,
    maxLength: modelLength,
    description: requestShapes.text(modelLength),
  }),
  shown_mode: Type.Optional(oneOf(shownModes)),
  cache_salt: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: saltLength }), Type.Null()], {
      description: requestShapes.textOrNull(saltLength),
    }),
  ),
}

/** The same where answers are streamed. */
export const streamMembers = {
  stream: Type.Optional(
    Type.Union([Type.Boolean(), Type.Null()], { description: requestShapes.trueFalseOrNull }),
  ),
}

export const ChatRequestSchema = Type.Object({
  model: requestMembers.model,
  messages: Type.Array(MessageSchema, {
    minItems: 1,
    description: requestShapes.messages,
  }),
  ...streamMembers,
  shown_mode: requestMembers.shown_mode,
  cache_salt: requestMembers.cache_salt,
})
