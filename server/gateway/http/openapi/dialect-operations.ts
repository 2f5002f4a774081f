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
    summary: 'Turn texts into vectors',
    description:
      'OpenAI’s embeddings, for models whose `task` is `embeddings`. The receipt covers `input`, and `data` as delivered. Name the `encoding_format` that you keep: OpenAI’s own clients ask for base64, and unpack it.',
    headers: schemas.chatHeaders,
    body: EmbeddingsRequestSchema,
    response: { 200: schemas.embeddings },
  },
  messages: {
    operationId: 'createMessage',
    tags: ['chat'],
    summary: 'Answer a list of messages in Anthropic’s dialect',
    description:
      'Anthropic’s messages, buffered or streamed. Where the provider does not speak them, the gateway translates them to chat and back. The receipt covers `{"messages","system"}` as sent, with null for an absent member, and `content` as delivered. The key may come as `x-api-key`. Errors have Anthropic’s shape, with `code` in them.',
    headers: schemas.chatHeaders,
    body: MessagesRequestSchema,
    response: { 200: schemas.message },
  },
  countTokens: {
    operationId: 'countMessageTokens',
    tags: ['chat'],
    summary: 'Count the tokens of a list of messages',
    description:
      'The provider that would answer counts, if the operator configured `counts_tokens`. Else this is 404. The provider reads the prompt as for an answer, in the mode that `x-svc-mode` says. Nobody signs the count: `x-svc-receipt` is `none`.',
    headers: schemas.countHeaders,
    body: CountRequestSchema,
    response: { 200: schemas.count },
  },
  responses: {
    operationId: 'createResponse',
    tags: ['chat'],
    summary: 'Answer an input in the dialect of OpenAI’s responses',
    description:
      'OpenAI’s responses, buffered or streamed. Where the provider does not speak them, the gateway translates them to chat and back. The gateway keeps nothing, so `store` comes back as false. Members that need a store (`previous_response_id`, `conversation`, `background`, `prompt`), and tools of a server, are 400 `unsupported_parameter`. The receipt covers `{"input","instructions"}` as sent, with null for an absent member, and `output` as delivered.',
    headers: schemas.chatHeaders,
    body: ResponsesRequestSchema,
    response: { 200: schemas.response },
  },
} as const
