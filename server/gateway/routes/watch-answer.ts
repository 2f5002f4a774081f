import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Mode } from '#shared/modes.ts'
import type { AnswerTally } from '../common/answer-tally.ts'
import type { DeliveryPlan } from '../answer/delivery-plan.ts'
import type { UsageBook } from '../accounts/usage-book.ts'
import type { DeliveryWatch } from '../answer/deliver.ts'
import type { Metrics } from '../operation/metrics.ts'
import type { SafeLogger } from '../common/safe-logger.ts'
import type { Tracing } from '../operation/tracing.ts'
import { tellOperator } from './tell-operator.ts'

/** What of a plan is counted. */
type WatchedPlan = Pick<DeliveryPlan, 'said' | 'contextLength'> & {
  readonly request: Pick<DeliveryPlan['request'], 'bytes'>
}

/** Whether anybody waits for one answer, and what is counted of it. */
export interface AnswerWatch extends DeliveryWatch {
  /** Aborted when the caller goes away, or the gateway ends. */
  readonly signal: AbortSignal
  /** Whether it is the gateway that ends. */
  isCut(): boolean
  /** Null while it is not known what is to be done. */
  plan: WatchedPlan | null
  /** Its first byte leaves. */
  begin(mode: Mode, delivery: 'buffered' | 'streamed'): void
}

export interface WatchDeps {
  readonly metrics: Metrics
  readonly logger: SafeLogger
  readonly inFlight: AnswersInFlight
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number
  readonly usage: Pick<UsageBook, 'count'>
  /** Null where nobody asked for traces. */
  readonly tracing: Pick<Tracing, 'begin'> | null
}

export function watchAnswer({ request, raw }: FastifyReply, deps: WatchDeps): AnswerWatch {
  const { metrics, nowMs, tracing } = deps
  const trace = tracing === null ? null : beginTrace(request, tracing)
  const sinceMs = nowMs()
  const tally: AnswerTally = { usage: null, pieces: 0 }
  const gone = new AbortController()
  let isCut = false
  let answeredIn: Mode | null = null
  const hasEnded = deps.inFlight.add(() => {
    isCut = true
    gone.abort()
  })
  // Nothing of it comes any more, whether it is whole or not.
  raw.once('close', () => {
    hasEnded()
    if (!raw.writableFinished) gone.abort()
    const { plan } = watch
    const model = plan?.said.model ?? null
    trace?.end({ status: raw.statusCode, mode: answeredIn, model })
    if (plan === null || answeredIn === null) return
    const { request: asking, said, contextLength } = plan
    const tokens = tokensOf(tally, { bytes: asking.bytes.length, contextLength })
    metrics.countTokens({ mode: answeredIn, ...tokens })
    deps.usage.count({ ...request.caller, model: said.model, tokens })
  })
  const watch: AnswerWatch = {
    signal: gone.signal,
    isCut: () => isCut,
    tally,
    plan: null,
    leg: trace === null ? null : (upstream) => trace.leg(upstream),
    trouble(trouble) {
      trace?.trouble(trouble)
      tellOperator(trouble, request.id, deps)
    },
    begin(mode, delivery) {
      answeredIn = mode
      metrics.observeFirstByte({ mode, delivery, seconds: (nowMs() - sinceMs) / 1000 })
    },
  }
  return watch
}

interface Asked {
  /** Length of the request in bytes. */
  readonly bytes: number
  /** Of the model, in tokens; null where nobody says. */
  readonly contextLength: number | null
}

/** What an answer counts for: as its upstream says, and else a token for each piece, and for four bytes of the request. */
function tokensOf({ usage, pieces }: AnswerTally, asked: Asked) {
  if (usage !== null) return { ...usage, by: 'usage' as const }
  const prompt = Math.min(Math.ceil(asked.bytes / 4), asked.contextLength ?? defaultContext)
  return { prompt, completion: pieces, by: 'estimate' as const }
}

/** An image in a request is long, and counts for much less than its bytes. */
const defaultContext = 131_072

function beginTrace(
  { id, headers, routeOptions }: FastifyRequest,
  tracing: Pick<Tracing, 'begin'>,
): ReturnType<Tracing['begin']> {
  const { traceparent } = headers
  return tracing.begin({
    id,
    route: routeOptions.url ?? 'none',
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  })
}

/** Answers that have begun and not come to their end. */
export interface AnswersInFlight {
  /**
   * Notes one.
   * @param cut ends it before its time
   * @returns is called once, when it has ended
   */
  add(cut: () => void): () => void
  count(): number
  /** Ends all of them now, each with an error that says so. */
  cutAll(): void
}

/**
 * A list of places, each used again: a `Set` is copied each time it has had as many members as it holds, and what was
 * copied keeps the answers of its time, long over, from being collected with other young objects.
 */
export function createAnswersInFlight(): AnswersInFlight {
  const cuts: ((() => void) | null)[] = []
  const free: number[] = []
  return {
    add(cut) {
      const place = free.pop() ?? cuts.length
      cuts[place] = cut
      return () => {
        cuts[place] = null
        free.push(place)
      }
    },
    count: () => cuts.length - free.length,
    cutAll() {
      for (const cut of cuts) cut?.()
    },
  }
}
