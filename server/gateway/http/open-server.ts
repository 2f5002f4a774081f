import { createServer, type Server } from 'node:http'
import { answerRawError } from './raw-errors.ts'
import { budgetHeaders } from './callers/budget-headers.ts'
import { signedOut, type IdentifyDeps } from './callers/identify-caller.ts'
import type { Budget, RateLimiter } from '../accounts/rate-limits/rate-limiter.ts'

export interface RawBudgetDeps extends IdentifyDeps {
  readonly limiter: RateLimiter
  readonly nowMs: () => number
}

/** The budget headers of an address, for bytes that never became a request; none if they are not known at once. */
export function rawBudget(ip: string, deps: RawBudgetDeps): Readonly<Record<string, string>> {
  if (deps.limiter.answers === 'later') return {}
  const { subject, limit } = signedOut(ip, deps)
  return budgetHeaders(deps.limiter.peek(subject, limit, deps.nowMs()) as Budget)
}

interface ServerOptions {
  /** Longest time a caller may take to send a request. */
  readonly bodyTimeoutMs: number
  readonly budgetOf: (ip: string) => Readonly<Record<string, string>>
}

/** The one HTTP server of a process; it listens to nobody yet, and answers nothing. */
export function openServer({ bodyTimeoutMs, budgetOf }: ServerOptions): Server {
  const server = createServer({
    // Node heeds these only when its server is made, not when they are set on it afterwards.
    requestTimeout: bodyTimeoutMs,
    headersTimeout: bodyTimeoutMs,
    connectionsCheckingInterval: Math.min(bodyTimeoutMs, 5_000),
    keepAliveTimeout: 72_000,
  })
  // An answer may take minutes, before its first token and between two.
  server.setTimeout(0)
  server.on('clientError', (error, socket) => {
    answerRawError(
      error,
      socket as Parameters<typeof answerRawError>[1],
      budgetOf(addressOf(socket)),
    )
  })
  return server
}

function addressOf(socket: object): string {
  return (socket as { readonly remoteAddress?: string }).remoteAddress ?? ''
}
