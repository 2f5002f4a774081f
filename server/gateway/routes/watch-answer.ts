import type { FastifyRequest } from 'fastify'
import type { Mode } from '#shared/modes.ts'
import { newTally, tokensOf } from '../common/answer-tally.ts'
import type { DeliveryPlan } from '../answer/delivery-plan.ts'
import type { SpentCounter } from '../accounts/count-spent.ts'
import type { DeliveryWatch } from '../answer/deliver.ts'
import type { Metrics } from '../operation/metrics.ts'
import type { SafeLogger } from '../common/safe-logger.ts'
import type { Tracing } from '../operation/tracing.ts'
import { tellOperator } from './tell-operator.ts'

/** What is counted of one answer. */
export interface AnswerWatch extends DeliveryWatch {
  /** Its first byte leaves. */
  begin(mode: Mode, delivery: 'buffered' | 'streamed'): void
  /**
   * Nothing of it comes any more, whether it is whole or not.
   * @param plan null where none was made
   */
  end(plan: DeliveryPlan | null, status: number): void
}

export interface WatchDeps {
  readonly metrics: Metrics
  readonly logger: SafeLogger
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number
  readonly spent: Pick<SpentCounter, 'count'>
  /** Null where nobody asked for traces. */
  readonly tracing: Pick<Tracing, 'begin'> | null
}

export function watchAnswer(request: FastifyRequest, deps: WatchDeps): AnswerWatch {
  const { metrics, nowMs, spent, tracing } = deps
  const { caller } = request
  const trace = tracing === null ? null : beginTrace(request, tracing)
  const sinceMs = nowMs()
  const tally = newTally()
  let answeredIn: Mode | null = null
  return {
    tally,
    leg: (upstream) => trace?.leg(upstream),
    trouble(trouble) {
      trace?.trouble(trouble)
      tellOperator(trouble, request.id, deps)
    },
    begin(mode, delivery) {
      answeredIn = mode
      metrics.observeFirstByte({ mode, delivery, seconds: (nowMs() - sinceMs) / 1000 })
    },
    end(plan, status) {
      trace?.end({ status, mode: answeredIn, model: plan?.said.model ?? null })
      if (plan === null || answeredIn === null) return
      const { request: asking, said, contextLength } = plan
      const asked = { bytes: asking.bytes.length, contextLength }
      const tokens = tokensOf(tally, asked)
      metrics.countTokens({ mode: answeredIn, ...tokens })
      spent.count({ ...caller, model: said.model, tokens })
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
