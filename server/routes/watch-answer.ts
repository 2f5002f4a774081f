import type { Mode } from '#shared/modes.ts'
import { newTally, tokensOf, type AnswerTally } from '../deliver/answer-tally.ts'
import type { DeliveryPlan } from '../deliver/delivery-plan.ts'
import type { Metrics } from '../operation/metrics.ts'

/** What is counted of one answer. */
export interface AnswerWatch {
  readonly tally: AnswerTally
  /** Its first byte leaves. */
  begin(mode: Mode, delivery: 'buffered' | 'streamed'): void
  /** Nothing of it comes any more, whether it is whole or not. */
  end(plan: DeliveryPlan): void
}

interface WatchDeps {
  readonly metrics: Metrics
  readonly nowMs: () => number
}

export function watchAnswer({ metrics, nowMs }: WatchDeps): AnswerWatch {
  const sinceMs = nowMs()
  const tally = newTally()
  let answeredIn: Mode | null = null
  return {
    tally,
    begin(mode, delivery) {
      answeredIn = mode
      metrics.observeFirstByte({ mode, delivery, seconds: (nowMs() - sinceMs) / 1000 })
    },
    end({ request, contextLength }) {
      if (answeredIn === null) return
      const asked = { bytes: request.bytes.length, contextLength }
      metrics.countTokens({ mode: answeredIn, ...tokensOf(tally, asked) })
    },
  }
}
