import { chatDialect } from '#shared/dialects/chat.ts'
import { translations } from '#shared/translation/translations.ts'
import { ChatRequestSchema } from '../request/chat-request-schema.ts'
import { refuseManyMessages, type RequestForm } from '../request/parse-request.ts'
import type { ServerDialect } from './server-dialect.ts'

export const chatRequestForm: RequestForm = {
  schema: ChatRequestSchema,
  refuseMany: refuseManyMessages,
}

export const serverChat: ServerDialect = {
  format: chatDialect,
  operation: 'chat',
  path: '/chat/completions',
  task: 'chat',
  requestForm: chatRequestForm,
  translation: translations.chat,
}
