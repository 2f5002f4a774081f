import { serverChat } from './chat.ts'
import { serverEmbeddings } from './embeddings.ts'
import { serverMessages } from './messages.ts'
import { serverResponses } from './responses.ts'
import type { ServerDialect } from './server-dialect.ts'

/** Every dialect of the API. */
export const serverDialects: readonly ServerDialect[] = [
  serverChat,
  serverEmbeddings,
  serverMessages,
  serverResponses,
]
