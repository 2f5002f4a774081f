import { metricsWords } from '#shared/words/english/programs/metrics-words.ts'
import {
  Counter,
  Gauge,
  Histogram,
  Registry,
  collectDefaultMetrics,
  type MetricObject,
} from 'prom-client'
import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import type { ApiErrorCode } from '#shared/api-error.ts'
import { claims } from '#shared/claims.ts'
import type { Mode } from '#shared/modes.ts'
import type { TokenCounts } from '../common/answer-tally.ts'
import type { UpstreamTrouble } from '../answer/upstream-trouble.ts'

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
  observeFirstByte(begun: Begun & { readonly seconds: number }): void
  countTokens(answer: CountedTokens): void
  /** @param checks why it is refused, where those are */
  countRefusal(code: ApiErrorCode, checks: readonly RefusedCheck[]): void
  countDependencyError(dependency: Dependency): void
  /** @param look at all enclaves, whenever metrics are asked for */
  watchEnclaves(look: () => readonly WatchedEnclave[]): void
  countUpstreamTrouble(trouble: Pick<UpstreamTrouble, 'upstream' | 'kind'>): void
  /** @param count of the answers that have begun and not ended, asked for whenever metrics are */
  watchInFlight(count: () => number): void
}

/** What a gateway cannot serve without. */
export type Dependency = 'store' | 'redis' | 'signer'

interface Begun {
  readonly mode: Mode
  readonly delivery: 'buffered' | 'streamed'
}

interface CountedTokens extends TokenCounts {
  readonly mode: Mode
  /** Whether the upstream said so, or it was estimated. */
  readonly by: 'usage' | 'estimate'
}

export interface WatchedEnclave {
  /** Id in the configuration. */
  readonly upstream: string
  /** Seconds since it was verified last; null while it is not. */
  readonly sessionAge: number | null
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const counter = counterIn(registers)
  const responses = counter('countersign_http_responses_total', metricsWords.responses, [
    'route',
    'status',
  ])
  const seconds = new Histogram({
    name: 'countersign_http_response_seconds',
    help: metricsWords.duration,
    labelNames: ['route'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  })
  const answers = counter('countersign_answers_total', metricsWords.answers, ['mode', 'delivery'])
  const refusals = counter('countersign_refusals_total', metricsWords.refusals, ['code'])
  const troubles = counter('countersign_upstream_failures_total', metricsWords.upstreamTroubles, [
    'upstream',
    'kind',
  ])

  const answerMetrics = createAnswerMetrics(registers)
  const dependencyErrors = counter('countersign_dependency_errors_total', metricsWords.failures, [
    'dependency',
  ])

  return {
    ...answerMetrics,
    watchEnclaves: (look) => watchEnclaves(look, registers),
    countDependencyError(dependency) {
      dependencyErrors.inc({ dependency })
    },
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
    countRefusal(code, checks) {
      refusals.inc({ code })
      answerMetrics.countChecks(code, checks)
    },
    watchInFlight(count) {
      new Gauge({
        name: 'countersign_answers_in_flight',
        help: metricsWords.inFlight,
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

type Registers = Registry[]

function counterIn(registers: Registers) {
  return (name: string, help: string, labelNames: readonly string[]) =>
    new Counter({ name, help, labelNames, registers })
}

function createAnswerMetrics(registers: Registers) {
  const counter = counterIn(registers)
  const firstBytes = new Histogram({
    name: 'countersign_first_byte_seconds',
    help: metricsWords.firstByte,
    labelNames: ['mode', 'delivery'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60, 300],
    registers,
  })
  const tokens = counter('countersign_tokens_total', metricsWords.tokens, ['kind', 'by', 'mode'])
  const failedChecks = counter('countersign_failed_checks_total', metricsWords.refusedChecks, [
    'check',
    'code',
  ])
  return {
    observeFirstByte({ mode, delivery, seconds }: Begun & { readonly seconds: number }) {
      firstBytes.observe({ mode, delivery }, seconds)
    },
    countTokens({ mode, by, prompt, completion }: CountedTokens) {
      tokens.inc({ kind: 'prompt', by, mode }, prompt)
      tokens.inc({ kind: 'completion', by, mode }, completion)
    },
    countChecks(code: ApiErrorCode, checks: readonly RefusedCheck[]) {
      for (const { id, status } of checks) {
        if (status !== 'fail') continue
        failedChecks.inc({ check: Object.hasOwn(claims, id) ? id : 'other', code })
      }
    },
  }
}

function watchEnclaves(look: () => readonly WatchedEnclave[], registers: Registers): void {
  const labelNames = ['upstream']
  new Gauge({
    name: 'countersign_enclave_verified',
    help: metricsWords.session,
    aggregator: 'min',
    labelNames,
    registers,
    collect() {
      this.reset()
      for (const { upstream, sessionAge } of look()) {
        this.set({ upstream }, sessionAge === null ? 0 : 1)
      }
    },
  })
  new Gauge({
    name: 'countersign_enclave_session_age_seconds',
    help: metricsWords.sessionSince,
    aggregator: 'max',
    labelNames,
    registers,
    collect() {
      this.reset()
      for (const { upstream, sessionAge } of look()) {
        if (sessionAge !== null) this.set({ upstream }, sessionAge)
      }
    },
  })
}
