import { messagesDialect } from '#shared/dialects/messages.ts'
import { translations } from '#shared/translation/translations.ts'
import { dialectForm } from '../answer-form.ts'
import { forwardBody } from '../forward-body.ts'
import { parseRequest } from '../request/parse-request.ts'
import { createProblemFinder } from '../request/problem-finder.ts'
import { refuseManyMessages } from '../request/refuse-many-messages.ts'
import { MessagesRequestSchema } from './messages-request-schema.ts'
import type { ServerDialect } from './server-dialect.ts'

const firstProblem = createProblemFinder(MessagesRequestSchema)

export const serverMessages: ServerDialect = {
  format: messagesDialect,
  operation: 'messages',
  path: '/messages',
  task: 'chat',
  parse: (bytes, limits) =>
    parseRequest(bytes, limits, { firstProblem, refuseMany: refuseManyMessages }),
  formFor: () => dialectForm(messagesDialect, 1),
  forward: (request, to) => forwardBody({ ...request, ...to, dialect: 'messages' }),
  translation: translations.messages,
}
