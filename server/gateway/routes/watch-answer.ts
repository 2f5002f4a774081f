import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Mode } from '#shared/modes.ts'
import { newTally, tokensOf } from '../common/answer-tally.ts'
import type { DeliveryPlan } from '../answer/delivery-plan.ts'
import type { SpentCounter } from '../accounts/count-spent.ts'
import type { DeliveryWatch } from '../answer/deliver.ts'
import type { AnswersInFlight } from '../operation/answers-in-flight.ts'
import type { Metrics } from '../operation/metrics.ts'
import type { SafeLogger } from '../common/safe-logger.ts'
import type { Tracing } from '../operation/tracing.ts'
import { tellOperator } from './tell-operator.ts'

/** Whether anybody waits for one answer, and what is counted of it. */
export interface AnswerWatch extends DeliveryWatch {
  /** Aborted when the caller goes away, or the gateway ends. */
  readonly signal: AbortSignal
  /** Whether it is the gateway that ends. */
  isCut(): boolean
  /** It is known what is to be done. */
  planned(plan: DeliveryPlan): void
  /** Its first byte leaves. */
  begin(mode: Mode, delivery: 'buffered' | 'streamed'): void
}

export interface WatchDeps {
  readonly metrics: Metrics
  readonly logger: SafeLogger
  readonly inFlight: AnswersInFlight
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number
  readonly spent: Pick<SpentCounter, 'count'>
  /** Null where nobody asked for traces. */
  readonly tracing: Pick<Tracing, 'begin'> | null
}

export function watchAnswer({ request, raw }: FastifyReply, deps: WatchDeps): AnswerWatch {
  const { metrics, nowMs, tracing } = deps
  const trace = tracing === null ? null : beginTrace(request, tracing)
  const sinceMs = nowMs()
  const tally = newTally()
  const gone = new AbortController()
  let isCut = false
  let plan: DeliveryPlan | null = null
  let answeredIn: Mode | null = null
  const hasEnded = deps.inFlight.add(() => {
    isCut = true
    gone.abort()
  })
  // Nothing of it comes any more, whether it is whole or not.
  raw.once('close', () => {
    hasEnded()
    if (!raw.writableFinished) gone.abort()
    const model = plan?.said.model ?? null
    trace?.end({ status: raw.statusCode, mode: answeredIn, model })
    if (plan === null || answeredIn === null) return
    const { request: asking, said, contextLength } = plan
    const tokens = tokensOf(tally, { bytes: asking.bytes.length, contextLength })
    metrics.countTokens({ mode: answeredIn, ...tokens })
    deps.spent.count({ ...request.caller, model: said.model, tokens })
  })
  return {
    signal: gone.signal,
    isCut: () => isCut,
    tally,
    planned(made) {
      plan = made
    },
    leg: (upstream) => trace?.leg(upstream),
    trouble(trouble) {
      trace?.trouble(trouble)
      tellOperator(trouble, request.id, deps)
    },
    begin(mode, delivery) {
      answeredIn = mode
      metrics.observeFirstByte({ mode, delivery, seconds: (nowMs() - sinceMs) / 1000 })
    },
  }
}

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
