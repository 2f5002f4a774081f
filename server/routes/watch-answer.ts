import type { Mode } from '#shared/modes.ts'
import { newTally, tokensOf, type AnswerTally } from '../deliver/answer-tally.ts'
import type { DeliveryPlan } from '../deliver/delivery-plan.ts'
import type { SpentCounter } from '../accounts/count-spent.ts'
import type { Caller } from '../http/identify-caller.ts'
import type { Metrics } from '../operation/metrics.ts'

/** What is counted of one answer. */
export interface AnswerWatch {
  readonly tally: AnswerTally
  /** Its first byte leaves. */
  begin(mode: Mode, delivery: 'buffered' | 'streamed'): void
  /** Nothing of it comes any more, whether it is whole or not. */
  end(plan: DeliveryPlan): void
}

export interface WatchDeps {
  readonly metrics: Metrics
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number
  readonly spent: Pick<SpentCounter, 'count'>
}

export function watchAnswer(caller: Caller, { metrics, nowMs, spent }: WatchDeps): AnswerWatch {
  const sinceMs = nowMs()
  const tally = newTally()
  let answeredIn: Mode | null = null
  return {
    tally,
    begin(mode, delivery) {
      answeredIn = mode
      metrics.observeFirstByte({ mode, delivery, seconds: (nowMs() - sinceMs) / 1000 })
    },
    end({ request, said, contextLength }) {
      if (answeredIn === null) return
      const asked = { bytes: request.bytes.length, contextLength }
      const tokens = tokensOf(tally, asked)
      metrics.countTokens({ mode: answeredIn, ...tokens })
      spent.count({ ...caller, model: said.model, tokens })
    },
  }
}
