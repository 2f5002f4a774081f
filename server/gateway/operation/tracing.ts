import { environmentProblems } from '#shared/words/english/configuration/environment-problems.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type * as Api from '@opentelemetry/api'
import type { Span, SpanContext, Tracer } from '@opentelemetry/api'
import type * as Sdk from '@opentelemetry/sdk-trace'
import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace'
import { ConfigError } from '../common/config-error.ts'
import type { Mode } from '#shared/modes.ts'
import { mismatchWords } from '#shared/words/english/configuration/mismatch-words.ts'

/** Traces of requests for answers; nothing in them is of a caller, a prompt or an answer. */
export interface Tracing {
  begin(request: TracedRequest): RequestTrace
  /** Sends what was not sent yet. */
  close(): Promise<void>
}

interface TracedRequest {
  readonly id: string
  /** The pattern of its path. */
  readonly route: string
  /** W3C Trace Context, as it came. */
  readonly traceparent: string | undefined
}

interface RequestTrace {
  /** It is sent to an upstream; what was sent to another one has ended. */
  leg(upstream: string): void
  /** The upstream that has it gave no answer. */
  trouble(trouble: { readonly kind: string; readonly status: number | null }): void
  end(outcome: TracedOutcome): void
}

interface TracedOutcome {
  /** HTTP status. */
  readonly status: number
  /** Of the answer; null where there is none. */
  readonly mode: Mode | null
  /** Catalogue id; null where there is none of that name. */
  readonly model: string | null
}

/** A collector that does not answer must not keep the process. */
const longestCloseMs = 2_000

type Variables = Readonly<Record<string, string | undefined>>

/**
 * By OpenTelemetry's own variables (`OTEL_EXPORTER_OTLP_ENDPOINT` and others, which its packages read themselves). Null, and
 * nothing is loaded, where none asks for traces.
 * @throws {ConfigError}
 */
export async function openTracing(variables: Variables, version: string): Promise<Tracing | null> {
  if (!isOn(variables)) return null
  const [api, sdk, resources, exporter] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    openExporter(variables),
  ])
  const named = resources.resourceFromAttributes({
    'service.name': 'countersign',
    'service.version': version,
  })
  const detected = resources.detectResources({ detectors: [resources.envDetector] })
  const provider = new sdk.TracerProvider({
    resource: named.merge(detected),
    sampler: samplerOf(variables, sdk),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, ...batchOptions(variables) })],
  })
  const tracer = provider.getTracer('countersign', version)
  return {
    begin: (request) => beginTrace(request, tracer, api),
    async close() {
      const shut = provider.shutdown().catch(() => {})
      await Promise.race([shut, delay(longestCloseMs, undefined, { ref: false })])
    },
  }
}

function isOn(variables: Variables): boolean {
  if (variables['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return false
  const exporter = variables['OTEL_TRACES_EXPORTER']?.trim() ?? ''
  if (exporter === 'none') return false
  if (exporter === 'otlp') return true
  if (exporter !== '') {
    throw new ConfigError(
      'OTEL_TRACES_EXPORTER',
      environmentProblems.noExporter,
      environmentProblems.otlp,
    )
  }
  const endpoints = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT']
  return endpoints.some((name) => (variables[name] ?? '') !== '')
}

async function openExporter(variables: Variables): Promise<SpanExporter> {
  const protocol =
    variables['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] ??
    variables['OTEL_EXPORTER_OTLP_PROTOCOL'] ??
    'http/protobuf'
  switch (protocol) {
    case 'http/protobuf': {
      const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto')
      return new OTLPTraceExporter()
    }
    case 'http/json': {
      const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
      return new OTLPTraceExporter()
    }
    default:
      throw new ConfigError(
        'OTEL_EXPORTER_OTLP_PROTOCOL',
        environmentProblems.noProtocol,
        environmentProblems.httpProtocol,
      )
  }
}

/** @throws {ConfigError} */
function samplerOf(variables: Variables, sdk: typeof Sdk): Sampler {
  const { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler, TraceIdRatioBasedSampler } = sdk
  const ratio = Number(variables['OTEL_TRACES_SAMPLER_ARG'] ?? '1')
  const roots: Readonly<Record<string, () => Sampler>> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }
  const name = variables['OTEL_TRACES_SAMPLER'] ?? 'parentbased_always_on'
  const isByParent = name.startsWith('parentbased_')
  const root = roots[name.replace('parentbased_', '')]
  if (root === undefined || !(ratio >= 0 && ratio <= 1)) {
    throw new ConfigError(
      root === undefined ? 'OTEL_TRACES_SAMPLER' : 'OTEL_TRACES_SAMPLER_ARG',
      mismatchWords.notUnderstood,
      environmentProblems.sampler,
    )
  }
  return isByParent ? new ParentBasedSampler({ root: root() }) : root()
}

function batchOptions(variables: Variables) {
  const delayMs = Number(variables['OTEL_BSP_SCHEDULE_DELAY'] ?? Number.NaN)
  return Number.isFinite(delayMs) ? { scheduledDelayMillis: delayMs } : {}
}

function beginTrace(request: TracedRequest, tracer: Tracer, api: typeof Api): RequestTrace {
  const { trace, ROOT_CONTEXT, SpanKind, SpanStatusCode } = api
  const parent = parentOf(request.traceparent)
  const around = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent)
  const span = tracer.startSpan(
    `POST ${request.route}`,
    {
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': 'POST',
        'http.route': request.route,
        'countersign.request_id': request.id,
      },
    },
    around,
  )
  const inside = trace.setSpan(around, span)
  let leg: Span | null = null
  return {
    leg(upstream) {
      leg?.end()
      const attributes = { 'countersign.upstream': upstream }
      leg = tracer.startSpan('upstream', { kind: SpanKind.CLIENT, attributes }, inside)
    },
    trouble({ kind, status }) {
      leg?.setAttribute('countersign.failure', kind)
      if (status !== null) leg?.setAttribute('http.response.status_code', status)
      leg?.setStatus({ code: SpanStatusCode.ERROR })
    },
    end({ status, mode, model }) {
      leg?.end()
      span.setAttribute('http.response.status_code', status)
      if (mode !== null) span.setAttribute('countersign.mode', mode)
      if (model !== null) span.setAttribute('countersign.model', model)
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** The span that this one is part of. What else a caller may send about its trace is text of its own, and is not read. */
function parentOf(traceparent: string | undefined): SpanContext | null {
  const pattern = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/
  const [, traceId, spanId, flags] = pattern.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}
