import {
  Counter,
  Gauge,
  Histogram,
  Registry,
  collectDefaultMetrics,
  type MetricObject,
} from 'prom-client'
import type { ApiErrorCode } from '#shared/api-error.ts'
import type { Mode } from '#shared/modes.ts'
import type { UpstreamTrouble } from '../deliver/upstream-trouble.ts'

/**
 * Prometheus metrics. Labels come from closed sets or from the operator's configuration: none holds
 * a caller, a key, an address, a model name that a caller typed, or free text.
 */
export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
  /** The same, to be added to what others counted. */
  counts(): Promise<readonly MetricObject[]>
  countResponse(response: { route: string; status: number; seconds: number }): void
  countAnswer(mode: Mode, delivery: 'buffered' | 'streamed'): void
  countRefusal(code: ApiErrorCode): void
  countUpstreamTrouble(trouble: Pick<UpstreamTrouble, 'upstream' | 'kind'>): void
  /** @param count of the answers that have begun and not ended, asked for whenever metrics are */
  watchInFlight(count: () => number): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const responses = new Counter({
    name: 'countersign_http_responses_total',
    help: 'Responses by route pattern and status.',
    labelNames: ['route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'countersign_http_response_seconds',
    help: 'From the arrival of a request to the end of its response.',
    labelNames: ['route'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  })
  const answers = new Counter({
    name: 'countersign_answers_total',
    help: 'Answers delivered with a receipt, by the mode that was signed.',
    labelNames: ['mode', 'delivery'],
    registers,
  })
  const refusals = new Counter({
    name: 'countersign_refusals_total',
    help: 'Requests refused or broken off, by error code.',
    labelNames: ['code'],
    registers,
  })
  const troubles = new Counter({
    name: 'countersign_upstream_failures_total',
    help: 'Calls that an upstream gave no answer to, by its id in the configuration and by what happened.',
    labelNames: ['upstream', 'kind'],
    registers,
  })

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    counts: () => registry.getMetricsAsJSON(),
    countResponse({ route, status, seconds: duration }) {
      responses.inc({ route, status })
      seconds.observe({ route }, duration)
    },
    countAnswer(mode, delivery) {
      answers.inc({ mode, delivery })
    },
    countRefusal(code) {
      refusals.inc({ code })
    },
    watchInFlight(count) {
      new Gauge({
        name: 'countersign_answers_in_flight',
        help: 'Answers that have begun and not ended.',
        registers,
        collect() {
          this.set(count())
        },
      })
    },
    countUpstreamTrouble({ upstream, kind }) {
      troubles.inc({ upstream, kind })
    },
  }
}
