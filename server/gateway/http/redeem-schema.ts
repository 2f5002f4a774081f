import { requestShapes } from '#shared/words/english/errors/request-shapes.ts'
import * as Type from 'typebox'

/** Body of `POST /api/keys/self/redeem`; the description completes "must be …". */
export const RedeemSchema = Type.Object({
  code: Type.String({
    minLength: 1,
    maxLength: 200,
    description: requestShapes.text(200),
  }),
})
