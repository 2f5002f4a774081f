import { embeddingsDialect, vectorsAsked } from '#shared/dialects/embeddings.ts'
import { translations } from '#shared/translation/translations.ts'
import { dialectForm } from '../answer-form.ts'
import { forwardBody } from '../forward-body.ts'
import { parseRequest, type RequestForm } from '../request/parse-request.ts'
import { createProblemFinder } from '../request/problem-finder.ts'
import { refuseManyItems } from '../request/refuse-many-messages.ts'
import { EmbeddingsRequestSchema } from './embeddings-request-schema.ts'
import type { ServerDialect } from './server-dialect.ts'

const firstProblem = createProblemFinder(EmbeddingsRequestSchema)

export const embeddingsRequestForm: RequestForm = {
  firstProblem,
  refuseMany: ({ input }, limits) => {
    if (vectorsAsked(input) > 1) refuseManyItems(input, 'input', limits)
  },
}

/** Never streamed: a `stream` in the request is the upstream's to refuse. */
export const serverEmbeddings: ServerDialect = {
  format: embeddingsDialect,
  operation: 'embeddings',
  path: '/embeddings',
  task: 'embeddings',
  *parse(bytes, limits) {
    const request = yield* parseRequest(bytes, limits, embeddingsRequestForm)
    return { ...request, delivery: 'buffered' }
  },
  formFor: ({ value }) => dialectForm(embeddingsDialect, vectorsAsked(value['input'])),
  forward: (request, to) => forwardBody({ ...request, ...to, dialect: 'embeddings' }),
  translation: translations.embeddings,
}
