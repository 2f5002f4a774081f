import { embeddingsDialect, vectorsAsked } from '#shared/dialects/embeddings.ts'
import { translations } from '#shared/translation/translations.ts'
import { refuseManyItems, type RequestForm } from '../request/parse-request.ts'
import { EmbeddingsRequestSchema } from './embeddings-request-schema.ts'
import type { ServerDialect } from './server-dialect.ts'

export const embeddingsRequestForm: RequestForm = {
  schema: EmbeddingsRequestSchema,
  refuseMany: ({ input }, limits) => {
    if (vectorsAsked(input) > 1) refuseManyItems(input, 'input', limits)
  },
  isWhole: true,
}

export const serverEmbeddings: ServerDialect = {
  format: embeddingsDialect,
  operation: 'embeddings',
  path: '/embeddings',
  task: 'embeddings',
  requestForm: embeddingsRequestForm,
  translation: translations.embeddings,
}
