import { EmbeddingsRequestSchema } from '../dialects/embeddings-request-schema.ts'
import * as schemas from './openapi-schemas.ts'

/** The dialects of the API beside chat completions. */
export const dialectOperations = {
  embeddings: {
    tags: ['embeddings'],
    summary: 'Turn texts into vectors',
    description:
      'OpenAI’s embeddings, for models whose `task` is `embeddings`. The receipt covers `input`, and `data` as it was delivered: ask for the `encoding_format` that you keep, since OpenAI’s own clients ask for base64 and unpack it.',
    body: EmbeddingsRequestSchema,
    response: { 200: schemas.embeddings },
  },
} as const
