import { refuseManyMessages, type RequestForm } from '../request/parse-request.ts'
import { CountRequestSchema } from './messages-request-schema.ts'

/** A request whose tokens are counted. */
export const countRequestForm: RequestForm = {
  schema: CountRequestSchema,
  refuseMany: refuseManyMessages,
}
