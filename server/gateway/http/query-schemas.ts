import { requestShapes } from '#shared/words/english/errors/request-shapes.ts'
import * as Type from 'typebox'
import { shapeWords } from '#shared/words/english/errors/request-shapes.ts'

// What the paths of end-to-end encryption are asked with; each description completes "must be …".

const model = Type.String({ minLength: 1, description: requestShapes.modelName })
const digits = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: shapeWords.hex64,
})

export const KeyQuerySchema = Type.Object({
  model,
  nonce: Type.Optional(digits),
  keyset: Type.Optional(
    Type.String({
      pattern: '^sha256:[0-9a-f]{64}$',
      description: requestShapes.keysetDigest,
    }),
  ),
})

export const SessionQuerySchema = Type.Object({
  model,
  id: digits,
  collateral: Type.Optional(
    Type.String({
      description: requestShapes.anyValue,
    }),
  ),
})
