import { messagesDialect } from '#shared/dialects/messages.ts'
import { translations } from '#shared/translation/translations.ts'
import { refuseManyMessages } from '../request/parse-request.ts'
import { MessagesRequestSchema } from './messages-request-schema.ts'
import type { ServerDialect } from './server-dialect.ts'

export const serverMessages: ServerDialect = {
  format: messagesDialect,
  operation: 'messages',
  path: '/messages',
  task: 'chat',
  requestForm: { schema: MessagesRequestSchema, refuseMany: refuseManyMessages },
  translation: translations.messages,
}
