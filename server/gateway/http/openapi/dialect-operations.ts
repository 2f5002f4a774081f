import { operationWords } from '#shared/words/english/api/operations.ts'
import { EmbeddingsRequestSchema } from '../../answer/dialects/embeddings-request-schema.ts'
import {
  CountRequestSchema,
  MessagesRequestSchema,
} from '../../answer/dialects/messages-request-schema.ts'
import { ResponsesRequestSchema } from '../../answer/dialects/responses-request-schema.ts'
import * as schemas from './openapi-schemas.ts'

type Responses = Readonly<Record<number, object>>

/** What the OpenAPI document says of every operation. */
export function operation(tag: string, operationId: string, summary: string, response: Responses) {
  return { operationId, tags: [tag], summary, response } as const
}

/** The dialects of the API beside chat completions. */
export const dialectOperations = {
  embeddings: {
    ...operation('embeddings', 'createEmbedding', operationWords.embeddings, {
      200: schemas.embeddings,
    }),
    description: operationWords.embeddingsMore,
    headers: schemas.chatHeaders,
    body: EmbeddingsRequestSchema,
  },
  messages: {
    ...operation('chat', 'createMessage', operationWords.messages, { 200: schemas.message }),
    description: operationWords.messagesMore,
    headers: schemas.chatHeaders,
    body: MessagesRequestSchema,
  },
  countTokens: {
    ...operation('chat', 'countMessageTokens', operationWords.countTokens, { 200: schemas.count }),
    description: operationWords.countTokensMore,
    headers: schemas.countHeaders,
    body: CountRequestSchema,
  },
  responses: {
    ...operation('chat', 'createResponse', operationWords.responses, { 200: schemas.response }),
    description: operationWords.responsesMore,
    headers: schemas.chatHeaders,
    body: ResponsesRequestSchema,
  },
} as const
