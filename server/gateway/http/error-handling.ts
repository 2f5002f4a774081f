import { requestErrors } from '#shared/words/english/errors/request-errors.ts'
import { gatewayErrors } from '#shared/words/english/errors/gateway-errors.ts'
import { operatorLog } from '#shared/words/english/programs/operator-log.ts'
import type { DialectId } from '#shared/dialects/api-dialect.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GatewayError, doNotRetry } from '../common/errors.ts'
import { describeNotFound } from './describe-not-found.ts'
import { errorBody } from '#shared/dialects/error-shapes.ts'
import { dependencyOf } from '../operation/dependency-of.ts'
import type { Metrics } from '../operation/metrics.ts'
import type { SafeLogger } from '../common/safe-logger.ts'
import { LimitsUnavailable } from '../accounts/rate-limits/limits-unavailable.ts'
import { SignerError, type SignerErrorCode } from '../signer/signer-error.ts'
import { StoreError } from '../store/store.ts'
import type { AnswerWithPage } from './missing-page.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The dialect whose clients read the errors of a path; without it they are OpenAI's. */
    errors?: DialectId
  }
}

interface ErrorDeps {
  readonly logger: SafeLogger
  readonly metrics: Metrics
  readonly answerWithPage: AnswerWithPage
}

/** One place turns whatever was thrown into an error the caller may see. */
export function addErrorHandling(
  app: FastifyInstance,
  { logger, metrics, answerWithPage }: ErrorDeps,
): void {
  const methodsByPath = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url }) => {
    const methods = methodsByPath.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    methodsByPath.set(url, methods)
  })

  function sendError(error: GatewayError, reply: FastifyReply) {
    const { errors } = reply.request.routeOptions.config
    metrics.countRefusal(error.code, error.checks)
    if (error.code === 'request_too_large') readRest(reply)
    return reply
      .code(error.statusCode)
      .headers(error.headers)
      .type('application/json; charset=utf-8')
      .send(errorBody(error, errors))
  }

  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply) => {
    return sendError(knownError(error, request.id, { logger, metrics }), reply)
  })

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const methods = [...(methodsByPath.get(path) ?? [])].filter((method) => method !== 'HEAD')
    if (methods.length === 0) {
      if (answerWithPage(request, reply)) {
        metrics.countRefusal('not_found', [])
        return reply
      }
      const message = describeNotFound(path, servedPaths(methodsByPath))
      return sendError(new GatewayError('not_found', message), reply)
    }
    const allow = [...methods, 'OPTIONS'].join(', ')
    const error = new GatewayError('method_not_allowed', requestErrors.onlyMethods(allow), {
      headers: { allow },
    })
    return sendError(error, reply)
  })
}

/** What was thrown, as the caller may see it; what is not the caller's doing is told to the operator. */
function knownError(
  error: unknown,
  requestId: string,
  { logger, metrics }: Pick<ErrorDeps, 'logger' | 'metrics'>,
): GatewayError {
  const known = toGatewayError(error)
  if (known.code === 'store_unavailable') {
    metrics.countDependencyError(dependencyOf(error))
    logger.error({ err: error, requestId }, operatorLog.storeUnavailable)
  }
  if (known.code === 'internal_error') {
    logger.error({ err: error, requestId }, operatorLog.failed)
  }
  return known
}

/** What tools ask for, and where all of it is described. */
function servedPaths(methodsByPath: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const ofTools = [...methodsByPath]
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) =>
      [...methods]
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${path.replace('*', '{id}')}`),
    )
  return [...ofTools, requestErrors.allPaths]
}

/**
 * Lets a caller finish sending what is not read: were the connection closed at once, the refusal
 * would be lost while it still writes. A body that does not end is cut by the request's time-out.
 */
function readRest(reply: FastifyReply): void {
  reply.removeHeader('connection')
  reply.request.raw.resume()
}

/** Fastify's own errors by code; anything unknown is ours, and its message stays here. */
export function toGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  if (isOfStore(error)) {
    return new GatewayError('store_unavailable', gatewayErrors.store, {
      headers: { 'retry-after': '1' },
    })
  }
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new GatewayError('unsupported_media_type', requestErrors.notJson)
    case 'FST_ERR_BAD_URL':
      return new GatewayError('invalid_request_error', requestErrors.noUrl)
    default:
      return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
        ? new GatewayError('invalid_request_error', requestErrors.unreadable)
        : new GatewayError('internal_error', gatewayErrors.failed, {
            headers: doNotRetry,
          })
  }
}

/** While it is so nothing is signed, and another gateway may be able to. */
const unsigned: readonly SignerErrorCode[] = ['SIGNER_STALE', 'SIGNER_CLOCK', 'SIGNER_KEY_MISSING']

/** Anything else that a store or a signer says is a fault of ours. */
function isOfStore(error: unknown): boolean {
  if (error instanceof LimitsUnavailable) return true
  if (error instanceof SignerError) return unsigned.includes(error.code)
  return (
    error instanceof StoreError && (error.code === 'STORE_FAILED' || error.code === 'STORE_BUSY')
  )
}
