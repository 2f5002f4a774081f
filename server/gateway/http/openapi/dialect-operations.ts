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
      'OpenAI’s embeddings, for models whose `task` is `embeddings`. The receipt covers `input`, and `data` as it was delivered: ask for the `encoding_format` that you keep, since OpenAI’s own clients ask for base64 and unpack it.',
    headers: schemas.chatHeaders,
    body: EmbeddingsRequestSchema,
    response: { 200: schemas.embeddings },
  },
  messages: {
    operationId: 'createMessage',
    tags: ['chat'],
    summary: 'Answer a list of messages in Anthropic’s dialect',
    description:
      'Anthropic’s messages, buffered or streamed, passed through where the upstream speaks them, else translated to chat and back. The receipt covers `{"messages","system"}` as sent, null for what is absent, and `content` as delivered. The key may come as `x-api-key`. Errors have Anthropic’s shape, with `code` in it.',
    headers: schemas.chatHeaders,
    body: MessagesRequestSchema,
    response: { 200: schemas.message },
  },
  countTokens: {
    operationId: 'countMessageTokens',
    tags: ['chat'],
    summary: 'Count the tokens of a list of messages, where the upstream does',
    description:
      'Passed through to the upstream that would answer, where `counts_tokens` of its configuration says that it counts; 404 elsewhere. It reads the prompt as for an answer, in the mode that `x-svc-mode` says. What it counted is its word: there is no receipt, and `x-svc-receipt: none` says so.',
    headers: schemas.countHeaders,
    body: CountRequestSchema,
    response: { 200: schemas.count },
  },
  responses: {
    operationId: 'createResponse',
    tags: ['chat'],
    summary: 'Answer an input in the dialect of OpenAI’s responses',
    description:
      'OpenAI’s responses, buffered or streamed, passed through where the upstream speaks them, else translated to chat and back. Nothing is kept: `store` is answered as false, and what needs a store (`previous_response_id`, `conversation`, `background`, `prompt`) or tools of a server is 400 `unsupported_parameter`. The receipt covers `{"input","instructions"}` as sent, null for what is absent, and `output` as delivered.',
    headers: schemas.chatHeaders,
    body: ResponsesRequestSchema,
    response: { 200: schemas.response },
  },
} as const
