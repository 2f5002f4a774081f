import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { DialectId } from '#shared/dialects/api-dialect.ts'
import { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import { internalErrorBody } from '#shared/exchange/serve-exchange.ts'
import { serverDialects } from '../../gateway/answer/dialects/server-dialects.ts'
import { describeNotFound } from '../../gateway/http/describe-not-found.ts'
import { errorBody } from '#shared/dialects/error-shapes.ts'
import { addDialect } from './add-dialect.ts'
import { guardOrigin } from './guard-origin.ts'
import type { ProxyDeps } from './proxy-deps.ts'
import { toRefusal } from './to-refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before the body was read. */
    askedModel: string | null
  }
}

/** An endpoint for the tools of one machine, in each dialect of the API, which hides their prompts from the gateway. */
export function buildProxy(deps: ProxyDeps): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: 20 * 1024 * 1024,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
  })
  app.decorateRequest('askedModel', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, request, reply) => {
    const known = toRefusal(error)
    const isGone = reply.raw.destroyed
    if (known !== null && !isGone) deps.report.refused(known, request.askedModel)
    const shown = known ?? { body: internalErrorBody(), statusCode: 500 }
    return reply
      .code(shown.statusCode)
      .headers(known?.headers ?? {})
      .type('application/json; charset=utf-8')
      .send(errorBody(shown, dialectOf(request)))
  })
  guardOrigin(app, deps.allowedOrigins)
  app.setNotFoundHandler((request) => {
    const path = request.url.split('?')[0] ?? ''
    const paths = serverDialects.map((dialect) => `POST /v1${dialect.path}`)
    const message = describeNotFound(path, [...paths, 'GET /v1/models'])
    throw new ExchangeRefused({ code: 'not_found', message })
  })
  for (const prefix of ['/v1', '']) {
    app.get(`${prefix}/models`, async (_request, reply) => {
      const list = await deps.route.models()
      return reply.type('application/json; charset=utf-8').send(list)
    })
  }
  for (const dialect of serverDialects) addDialect(app, dialect, deps)
  return app
}

/** Whose clients ask: also below a path of theirs that is not served. */
function dialectOf({ routeOptions, url }: FastifyRequest): DialectId {
  const { errors } = routeOptions.config
  if (errors !== undefined) return errors
  const below = serverDialects.find(({ path }) =>
    new RegExp(`^(?:/v1)?${path}(?:[/?]|$)`).test(url),
  )
  return below?.format.id ?? 'chat'
}
