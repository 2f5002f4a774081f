import { messagesDialect } from '#shared/dialects/messages.ts'
import { translations } from '#shared/translation/translations.ts'
import { dialectForm } from '../deliver/answer-form.ts'
import { forwardBody } from '../deliver/forward-body.ts'
import { parseRequest } from '../deliver/parse-request.ts'
import { createProblemFinder } from '../deliver/problem-finder.ts'
import { refuseManyMessages } from '../deliver/refuse-many-messages.ts'
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
