import { chatDialect } from '#shared/dialects/chat.ts'
import { translations } from '#shared/translation/translations.ts'
import { choicesAsked } from '#shared/commitment/check-choices.ts'
import { chatForm } from '../answer-form.ts'
import { forwardBody } from '../forward-body.ts'
import { parseChatRequest } from '../request/parse-chat-request.ts'
import type { ServerDialect } from './server-dialect.ts'

export const serverChat: ServerDialect = {
  format: chatDialect,
  operation: 'chat',
  path: '/chat/completions',
  task: 'chat',
  parse: parseChatRequest,
  formFor: ({ value }) => chatForm(choicesAsked(value['n']), null),
  forward: (request, to) => forwardBody({ ...request, ...to, dialect: 'chat' }),
  translation: translations.chat,
}
