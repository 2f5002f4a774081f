import type { FastifyInstance } from 'fastify'
import swagger from '@fastify/swagger'
import { statusByCode } from '#shared/api-error.ts'
import { showSize } from '#shared/text/show-size.ts'
import { documentWords } from '#shared/words/english/api/document.ts'
import type { SizeLimits } from '../../config/size-limits.ts'
import { compressedPage, encodingFor } from './compressed-page.ts'
import { docsPage, type ApiDocument } from './docs-page.ts'
import { errorsWithoutOperation } from './operation-errors.ts'
import { pageHeaders } from '../page-headers.ts'

/** By the names that errors and the configuration call them. */
function limitsInWords({ body, request }: Pick<SizeLimits, 'body' | 'request'>): string {
  return [
    documentWords.body(showSize(body.withKeyBytes), showSize(body.withoutKeyBytes)),
    documentWords.parts(
      count(request.messages),
      count(request.parts),
      count(request.values),
      request.depth,
    ),
    documentWords.limitsNamed,
    documentWords.otherPaths(
      errorsWithoutOperation.map((code) => `${statusByCode[code]} \`${code}\``).join(' or '),
    ),
  ].join(' ')
}

const count = (number: number) => number.toLocaleString('en')

/** `/openapi.json`, and a reference page at `/docs`. */
export async function addOpenapi(
  app: FastifyInstance,
  {
    version,
    basePath,
    pagesFolder,
  }: { readonly version: string; readonly basePath: string; readonly pagesFolder: string },
  limits: Pick<SizeLimits, 'body' | 'request'>,
): Promise<void> {
  await app.register(swagger, {
    // Model ids may hold slashes, so the route ends in a wildcard; readers get a name for it.
    transform: ({ schema, url }) => ({ schema, url: url.replace('*', ':id') }),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Countersign',
        version,
        description: documentWords.about(limitsInWords(limits)),
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: `${basePath}/` }],
      components: {
        securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      },
      security: [{}, { key: [] }],
    },
  })
  app.get('/openapi.json', { schema: { hide: true }, config: { audience: 'everybody' } }, () =>
    app.swagger(),
  )
  const page = { schema: { hide: true }, config: { audience: 'everybody' } } as const
  const docs = compressedPage(() => docsPage(app.swagger() as unknown as ApiDocument, pagesFolder))
  app.get('/docs', page, async (request, reply) => {
    // Its links lead from where it stands, which may be below a path of a host.
    if (!/\/docs\/(?:\?|$)/.test(request.url)) return reply.redirect('docs/')
    const encoding = encodingFor(request.headers['accept-encoding'])
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        ...pageHeaders('this gateway'),
        vary: 'accept-encoding',
        ...(encoding === null ? {} : { 'content-encoding': encoding }),
      })
      .send(await docs(encoding))
  })
}
