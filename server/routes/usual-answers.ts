import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BodyLimits } from '../config/size-limits.ts'
import type { ServerDialect } from '../dialects/server-dialect.ts'
import { serverDialects } from '../dialects/server-dialects.ts'
import type { AnswerExchange } from '../http/answer-exchange.ts'
import { withoutBasePath } from '../http/base-path.ts'
import { mediaProblem, readWholeBody } from '../http/body-parser.ts'
import { budgetHeaders } from '../http/budget-headers.ts'
import { corsHeaders } from '../http/cors.ts'
import { knownError } from '../http/error-handling.ts'
import { errorBody } from '#shared/dialects/error-shapes.ts'
import { flatHeaders, jsonHeaders } from '../http/flat-headers.ts'
import { noteResponse } from '../http/note-response.ts'
import { requestIdOf } from '../http/request-id.ts'
import type { Caller } from '../http/identify-caller.ts'
import { spendAtOnce, spendSoon, type SpendDeps } from '../http/spend-at-once.ts'
import { minuteSpentError } from '../http/spent-error.ts'
import type { Budget } from '../rate-limits/rate-limiter.ts'
import { answerRequest, type AnswerRequestDeps } from './answer-requests.ts'

export interface UsualAnswers {
  /** Whether the request was taken; of one that was not, nothing was read or spent. */
  take(request: IncomingMessage, response: ServerResponse): boolean
  /** The gateway is about to end: nothing more is taken. */
  stop(): void
}

interface UsualOptions {
  readonly bodyLimits: BodyLimits
  readonly basePath: string
}

type UsualDeps = AnswerRequestDeps & SpendDeps

const alwaysSaid = flatHeaders(corsHeaders)

/**
 * Nearly every request for an answer has a key that was seen a moment ago, and a body whose length is known and
 * allowed. It is answered over plain `node:http`, as Fastify's route of the same path
 * would answer it, since going through Fastify costs a third of all that such a request costs.
 */
export function createUsualAnswers(
  { bodyLimits, basePath }: UsualOptions,
  deps: UsualDeps,
): UsualAnswers {
  const dialects = new Map(
    serverDialects.flatMap((dialect) =>
      [`/v1${dialect.path}`, dialect.path].map((route) => [route, dialect] as const),
    ),
  )
  const limit = { name: 'body_limit_bytes', bytes: bodyLimits.withKeyBytes, advice: '' }
  let isStopped = false

  function begin(taken: Taken & { readonly spent: Budget }): void {
    const { request, raw, dialect, spent } = taken
    if (request.destroyed) {
      raw.destroy()
      return
    }
    if (!spent.allowed) {
      refuse(minuteSpentError(spent), toExchange(taken, nothing), deps)
      return
    }
    readWholeBody(request, limit).then(
      (body) => answer(toExchange(taken, body), dialect, deps),
      // The connection broke off: nobody is left to tell.
      () => raw.destroy(),
    )
  }

  return {
    take(request, raw) {
      const { url = '', headers } = request
      const route = withoutBasePath(url, basePath)
      const dialect = request.method === 'POST' ? dialects.get(route) : undefined
      if (dialect === undefined || isStopped || !hasUsualBody(request, limit.bytes)) return false
      const admitted = spendAtOnce(headers, deps) ?? spendSoon(headers, deps)
      if (admitted === null) return false
      const id = requestIdOf(headers)
      noteWhenOver(raw, { route, requestId: id }, deps)
      const taken = { id, route, raw, request, dialect, caller: admitted.caller }
      if (admitted.spent instanceof Promise) {
        admitted.spent.then(
          (spent) => begin({ ...taken, spent }),
          (error: unknown) => refuse(error, toExchange({ ...taken, spent: null }, nothing), deps),
        )
      } else begin({ ...taken, spent: admitted.spent })
      return true
    },
    stop() {
      isStopped = true
    },
  }
}

interface Taken {
  readonly id: string
  readonly route: string
  readonly request: IncomingMessage
  readonly raw: ServerResponse
  readonly dialect: ServerDialect
  readonly caller: Caller
  /** Null where it could not be counted. */
  readonly spent: Budget | null
}

const nothing = Buffer.alloc(0)

function toExchange(
  { id, route, request, raw, dialect, caller, spent }: Taken,
  body: Buffer,
): AnswerExchange {
  const budget = spent === null ? {} : budgetHeaders(spent)
  const said = [...alwaysSaid, ...flatHeaders({ 'x-request-id': id, ...budget })]
  return {
    id,
    route,
    raw,
    body,
    caller,
    requestHeaders: request.headers,
    errors: dialect.format.id,
    begin: () => said,
  }
}

function hasUsualBody({ headers }: IncomingMessage, mostBytes: number): boolean {
  const length = headers['content-length']
  return length !== undefined && Number(length) <= mostBytes && mediaProblem(headers) === null
}

function noteWhenOver(
  raw: ServerResponse,
  { route, requestId }: { readonly route: string; readonly requestId: string },
  deps: UsualDeps,
): void {
  const sinceMs = deps.nowMs()
  raw.once('finish', () => {
    noteResponse({ route, status: raw.statusCode, ms: deps.nowMs() - sinceMs, requestId }, deps)
  })
}

async function answer(
  exchange: AnswerExchange,
  dialect: ServerDialect,
  deps: UsualDeps,
): Promise<void> {
  try {
    await answerRequest(exchange, dialect, deps)
  } catch (error) {
    refuse(error, exchange, deps)
  }
}

function refuse(error: unknown, exchange: AnswerExchange, deps: UsualDeps): void {
  const { id, raw, errors } = exchange
  const known = knownError(error, id, deps)
  deps.metrics.countRefusal(known.code, known.checks)
  if (raw.headersSent) {
    raw.destroy()
    return
  }
  const body = Buffer.from(errorBody(known, errors))
  const said = [...exchange.begin(), ...flatHeaders(known.headers), ...jsonHeaders(body)]
  raw.writeHead(known.statusCode, said)
  raw.end(body)
}
