import { operationWords } from '#shared/words/english/api/operations.ts'
import { EmbeddingsRequestSchema } from '../../answer/dialects/embeddings-request-schema.ts'
import {
  CountRequestSchema,
  MessagesRequestSchema,
} from '../../answer/dialects/messages-request-schema.ts'
import { ResponsesRequestSchema } from '../../answer/dialects/responses-request-schema.ts'
import * as schemas from './openapi-schemas.ts'

/** The dialects of the API beside chat completions. */
export const dialectOperations = {
  embeddings: {
    operationId: 'createEmbedding',
    tags: ['embeddings'],
    summary: operationWords.embeddings,
    description: operationWords.embeddingsMore,
    headers: schemas.chatHeaders,
    body: EmbeddingsRequestSchema,
    response: { 200: schemas.embeddings },
  },
  messages: {
    operationId: 'createMessage',
    tags: ['chat'],
    summary: operationWords.messages,
    description: operationWords.messagesMore,
    headers: schemas.chatHeaders,
    body: MessagesRequestSchema,
    response: { 200: schemas.message },
  },
  countTokens: {
    operationId: 'countMessageTokens',
    tags: ['chat'],
    summary: operationWords.countTokens,
    description: operationWords.countTokensMore,
    headers: schemas.countHeaders,
    body: CountRequestSchema,
    response: { 200: schemas.count },
  },
  responses: {
    operationId: 'createResponse',
    tags: ['chat'],
    summary: operationWords.responses,
    description: operationWords.responsesMore,
    headers: schemas.chatHeaders,
    body: ResponsesRequestSchema,
    response: { 200: schemas.response },
  },
} as const
