import type { RequestListener } from 'node:http'
import fastify, {
  type FastifyInstance,
  type FastifySchema,
  type FastifySchemaCompiler,
  type FastifyServerOptions,
} from 'fastify'
import type { BodyLimits } from './config/size-limits.ts'
import { addBodyParser } from './http/body-parser.ts'
import { addCommonHooks, requestIdOf, type HookDeps } from './http/common-hooks.ts'
import { addErrorHandling, toGatewayError } from './http/error-handling.ts'
import { openMissingPage } from './http/missing-page.ts'
import { addOpenapi } from './http/openapi/openapi.ts'
import { rawBudget } from './http/open-server.ts'
import { corsHeaders } from './http/callers/cors.ts'
import { addAnswerRequests, type AnswerRequestDeps } from './routes/answer-requests.ts'
import { addCountTokens } from './routes/count-tokens.ts'
import { addE2eeKey } from './routes/e2ee-key.ts'
import { addE2eeRelay, type RelayDeps } from './routes/e2ee-relay.ts'
import { addE2eeSession } from './routes/e2ee-session.ts'
import { addEvidence, type EvidenceDeps } from './routes/evidence.ts'
import { addExtensionPackages } from './routes/extension-packages.ts'
import { addHealth, type HealthDeps } from './routes/health.ts'
import { addKeys, type KeysDeps } from './routes/keys.ts'
import { addLimits, type LimitsDeps } from './routes/limits-statement.ts'
import { addModels } from './routes/models.ts'
import { addPages } from './routes/pages.ts'
import { addSecurityTxt } from './routes/security-txt.ts'

export interface AppOptions {
  readonly bodyLimits: BodyLimits
  readonly trustProxy: false | number | readonly string[]
  readonly version: string
  /** Below which a proxy serves the gateway; empty for none. */
  readonly basePath: string
  /** Folder of the built web pages; it need not exist. */
  readonly pagesFolder: string
  /** Folder of the built extension; it need not exist. */
  readonly extensionFolder: string
  /** Addresses for reports of flaws; none means no `security.txt`. */
  readonly securityContacts: readonly string[]
}

export type AppDeps = HookDeps & RelayDeps & LimitsDeps & HealthDeps & KeysDeps & EvidenceDeps

interface App {
  readonly handle: RequestListener
  /** Refuses what comes from now on. */
  close(): Promise<void>
  /** Resolves when the last request has ended. */
  idle(): Promise<void>
}

/** The gateway as an HTTP application: no process, no environment, no clock and no server of its own. */
export async function buildApp(options: AppOptions, deps: AppDeps): Promise<App> {
  const app = fastify({
    logger: false,
    trustProxy: trust(options.trustProxy),
    genReqId: ({ headers }) => requestIdOf(headers),
    requestIdHeader: false,
    ...basePathTaken(options.basePath),
    // Its own answer has neither our shape nor a code.
    return503OnClosing: false,
    exposeHeadRoutes: true,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 512 },
    frameworkErrors(error, request, reply) {
      const known = toGatewayError(error)
      reply.raw.writeHead(known.statusCode, {
        ...corsHeaders,
        ...rawBudget(request.ip, deps),
        'x-request-id': request.id,
        'content-type': 'application/json; charset=utf-8',
      })
      reply.raw.end(known.body)
    },
  })

  // The schemas are for the API document alone: Fastify validates nothing by them.
  app.setValidatorCompiler((() => null) as unknown as FastifySchemaCompiler<FastifySchema>)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  addErrorHandling(app, { ...deps, answerWithPage: openMissingPage(options.pagesFolder) })
  addBodyParser(app, options.bodyLimits)
  addCommonHooks(app, deps)
  addResponseMetrics(app, deps)
  await addOpenapi(app, options, {
    body: options.bodyLimits,
    request: deps.requestLimits,
  })
  addAnswerRequests(app, deps)
  addCountTokens(app, deps)
  addE2eeKey(app, deps)
  addE2eeSession(app, deps)
  addE2eeRelay(app, deps)
  addEvidence(app, deps)
  addModels(app, deps)
  addKeys(app, deps)
  addLimits(app, deps)
  addHealth(app, deps)
  addSecurityTxt(app, options.securityContacts, deps.issue.unixMs)
  addExtensionPackages(app, options.extensionFolder, options.version)
  await addPages(app, options.pagesFolder)
  addBasePath(app, options.basePath)
  await app.ready()
  return {
    ...countRequests((request, response) => app.routing(request, response)),
    close: () => app.close(),
  }
}

/** A proxy serves the gateway below this path; a path that does not begin with it is left as it is. */
function basePathTaken(basePath: string): Pick<FastifyServerOptions, 'rewriteUrl'> {
  if (basePath === '') return {}
  return {
    rewriteUrl: ({ url = '' }) =>
      url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url,
  }
}

/** The path itself leads to the folder, from which the page names what it links to. */
function addBasePath(app: FastifyInstance, basePath: string): void {
  if (basePath === '') return
  const folder = `${basePath.slice(basePath.lastIndexOf('/') + 1)}/`
  const config = { audience: 'everybody' } as const
  app.get(basePath, { schema: { hide: true }, config }, (_request, reply) =>
    reply.redirect(folder, 308),
  )
}

/** Tells when the last request has ended. */
function countRequests(answer: RequestListener): Pick<App, 'handle' | 'idle'> {
  let running = 0
  let isRetired = false
  const idle = Promise.withResolvers<void>()
  const ended = () => {
    running -= 1
    if (isRetired && running === 0) idle.resolve()
  }
  return {
    handle(request, response) {
      running += 1
      response.once('close', ended)
      answer(request, response)
    },
    idle() {
      isRetired = true
      if (running === 0) idle.resolve()
      return idle.promise
    },
  }
}

/** proxy-addr's form: hop 0 is whoever connected. */
function trust(proxies: AppOptions['trustProxy']) {
  if (typeof proxies !== 'number') return proxies === false ? false : [...proxies]
  return (_address: string, hop: number) => hop < proxies
}

function addResponseMetrics(app: FastifyInstance, { metrics, logger }: AnswerRequestDeps): void {
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime: ms }, done) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.countResponse({ route, status, seconds: ms / 1000 })
    if (logger.isLevelEnabled('debug')) {
      logger.debug({ route, status, ms, requestId: request.id }, 'answered')
    }
    done()
  })
}
