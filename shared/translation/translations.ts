import type { DialectId } from '../dialects/api-dialect.ts'
import { messageOfChat, streamMessage } from './chat-to-message.ts'
import { responseOfChat, streamResponse } from './chat-to-response.ts'
import { messagesToChat } from './messages-to-chat.ts'
import { responsesToChat } from './responses-to-chat.ts'
import type { Translation } from './translation.ts'

/** The translation of each dialect; null for chat itself, and for a dialect of another task. */
export const translations: Readonly<Record<DialectId, Translation | null>> = {
  chat: null,
  embeddings: null,
  messages: { toChat: messagesToChat, fromChat: messageOfChat, streamFromChat: streamMessage },
  responses: { toChat: responsesToChat, fromChat: responseOfChat, streamFromChat: streamResponse },
}
