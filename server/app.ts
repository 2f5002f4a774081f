import fastify, { type FastifyInstance } from 'fastify'
import type { BodyLimits } from './config/size-limits.ts'
import { addBodyParser } from './http/body-parser.ts'
import { budgetHeaders } from './http/budget-headers.ts'
import { addCommonHooks, newRequestId, type HookDeps } from './http/common-hooks.ts'
import { addErrorHandling, toGatewayError } from './http/error-handling.ts'
import { signedOut } from './http/identify-caller.ts'
import { openMissingPage } from './http/missing-page.ts'
import { addOpenapi } from './http/openapi.ts'
import { answerRawError } from './http/raw-errors.ts'
import { corsHeaders } from './http/cors.ts'
import { addAnswerRequests, type AnswerRequestDeps } from './routes/answer-requests.ts'
import { addCountTokens } from './routes/count-tokens.ts'
import { addE2eeKey } from './routes/e2ee-key.ts'
import { addE2eeRelay, type RelayDeps } from './routes/e2ee-relay.ts'
import { addE2eeSession } from './routes/e2ee-session.ts'
import { addExtensionPackages } from './routes/extension-packages.ts'
import { addHealth, type HealthDeps } from './routes/health.ts'
import { addKeys } from './routes/keys.ts'
import type { Budget } from './rate-limits/rate-limiter.ts'
import { addLimits, type LimitsDeps } from './routes/limits-statement.ts'
import { addModels } from './routes/models.ts'
import { addPages } from './routes/pages.ts'
import { addSecurityTxt } from './routes/security-txt.ts'

export interface AppOptions {
  readonly bodyLimits: BodyLimits
  /** Longest time a caller may take to send a request. */
  readonly bodyTimeoutMs: number
  readonly trustProxy: false | number | readonly string[]
  readonly version: string
  /** Folder of the built web pages; it need not exist. */
  readonly pagesFolder: string
  /** Folder of the built extension; it need not exist. */
  readonly extensionFolder: string
  /** Addresses for reports of flaws; none means no `security.txt`. */
  readonly securityContacts: readonly string[]
}

export type AppDeps = HookDeps & RelayDeps & LimitsDeps & HealthDeps

/** The gateway as an HTTP application: no process, no environment, no clock of its own. */
export async function buildApp(options: AppOptions, deps: AppDeps): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    requestTimeout: options.bodyTimeoutMs,
    // An answer may take minutes, before its first token and between two.
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    trustProxy: trust(options.trustProxy),
    genReqId: newRequestId,
    requestIdHeader: false,
    // Its own answer has neither our shape nor a code.
    return503OnClosing: false,
    exposeHeadRoutes: true,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 512 },
    http: {
      // Node heeds these only when its server is made, not when they are set on it afterwards.
      requestTimeout: options.bodyTimeoutMs,
      headersTimeout: options.bodyTimeoutMs,
      connectionsCheckingInterval: Math.min(options.bodyTimeoutMs, 5_000),
    },
    clientErrorHandler(error, socket) {
      answerRawError(error, socket, rawBudget(socket.remoteAddress ?? ''))
    },
    frameworkErrors(error, request, reply) {
      const known = toGatewayError(error)
      reply.raw.writeHead(known.statusCode, {
        ...corsHeaders,
        ...rawBudget(request.ip),
        'x-request-id': request.id,
        'content-type': 'application/json; charset=utf-8',
      })
      reply.raw.end(known.body)
    },
  })

  function rawBudget(ip: string): Readonly<Record<string, string>> {
    if (deps.limiter.answers === 'later') return {}
    const { subject, limit } = signedOut(ip, deps)
    return budgetHeaders(deps.limiter.peek(subject, limit, deps.nowMs()) as Budget)
  }

  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  addErrorHandling(app, { ...deps, answerWithPage: openMissingPage(options.pagesFolder) })
  addBodyParser(app, options.bodyLimits)
  addCommonHooks(app, deps)
  addResponseMetrics(app, deps)
  await addOpenapi(app, options.version, {
    body: options.bodyLimits,
    request: deps.requestLimits,
  })
  addAnswerRequests(app, deps)
  addCountTokens(app, deps)
  addE2eeKey(app, deps)
  addE2eeSession(app, deps)
  addE2eeRelay(app, deps)
  addModels(app, deps)
  addKeys(app, deps)
  addLimits(app, deps)
  addHealth(app, deps)
  addSecurityTxt(app, options.securityContacts, deps.issue.now)
  addExtensionPackages(app, options.extensionFolder, options.version)
  await addPages(app, options.pagesFolder)
  return app
}

/** proxy-addr's form: hop 0 is whoever connected. */
function trust(proxies: AppOptions['trustProxy']) {
  if (typeof proxies !== 'number') return proxies === false ? false : [...proxies]
  return (_address: string, hop: number) => hop < proxies
}

function addResponseMetrics(app: FastifyInstance, { metrics, logger }: AnswerRequestDeps): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const status = reply.raw.statusCode
    metrics.countResponse({ route, status, seconds: reply.elapsedTime / 1000 })
    logger.debug({ route, status, ms: reply.elapsedTime, requestId: request.id }, 'answered')
    done()
  })
}
