import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTracing } from '../../../server/gateway/operation/tracing.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startCollector, type CollectedSpan } from '../../support/peers/start-collector.ts'
import { startGateway } from '../../support/gateway/start-gateway.ts'
import { answerJson, answerText, startTestUpstream } from '../../support/peers/test-upstream.ts'

// OpenTelemetry, told by its standard variables, to a collector on loopback.

const collector = await untilEnd(startCollector())
const upstream = await untilEnd(startTestUpstream())
const traced = (delayMs: number) =>
  startGateway({
    config: configFor(upstream.baseUrl),
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=of-the-operator',
      OTEL_BSP_SCHEDULE_DELAY: String(delayMs),
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    },
  })
const gateway = await untilEnd(traced(50))
const chat = (also: object = {}, headers = {}, { baseUrl } = gateway) =>
  ask(
    `${baseUrl}/v1/chat/completions`,
    { model: 'test-private', messages: [{ role: 'user', content: 'canary-prompt' }], ...also },
    headers,
  )

const server = 2
const client = 3
const ofKind = (spans: readonly CollectedSpan[], kind: number) =>
  spans.filter((span) => span.kind === kind)

/** Those of two more requests: of each, and of what was sent for it. */
async function nextFour(before: number) {
  await expect.poll(() => collector.spans().length).toBe(before + 4)
  return collector.spans().slice(before)
}

test('a request is a span, and what was sent to an upstream is one within it', async () => {
  upstream.answerWith(answerText('canary-answer'))
  const answer = await chat()
  upstream.answerWith(answerJson('{"error":{"message":"canary-said"}}', 500))
  await chat({ stream: true })

  const spans = await nextFour(0)
  const requests = ofKind(spans, server)
  const sent = ofKind(spans, client)
  expect(requests).toHaveLength(2)
  expect(requests[0]).toMatchObject({
    name: 'POST /v1/chat/completions',
    attributes: {
      'http.route': '/v1/chat/completions',
      'http.response.status_code': 200,
      'countersign.mode': 'private',
      'countersign.model': 'test-private',
      'countersign.request_id': answer.headers.get('x-request-id'),
    },
  })
  expect(requests[1]).toMatchObject({
    status: { code: 2 },
    attributes: { 'http.response.status_code': 502 },
  })
  expect(sent.map(({ attributes }) => attributes)).toEqual([
    { 'countersign.upstream': 'own' },
    {
      'countersign.upstream': 'own',
      'countersign.failure': 'failed',
      'http.response.status_code': 500,
    },
  ])
  expect(sent.map(({ parentSpanId }) => parentSpanId)).toEqual(requests.map(({ spanId }) => spanId))
  const [post] = collector.posts
  expect(post).toMatchObject({
    path: '/v1/traces',
    headers: { 'x-collector-key': 'of-the-operator' },
  })
  expect(collector.text()).toContain('countersign')
  expect(collector.text()).not.toContain('canary')
})

test('a request is part of the trace of its caller, who can say nothing else in it', async () => {
  upstream.answerWith(answerText('ok'))
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  await chat(
    {},
    {
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      tracestate: 'a=canary',
      baggage: 'b=canary',
    },
  )
  await chat({}, { traceparent: 'canary' })
  const [inTrace, own] = ofKind(await nextFour(4), server)
  expect(inTrace).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' })
  expect(own?.traceId).not.toBe(traceId)
  expect(collector.text()).not.toContain('canary')
  // Who asks is not told to an upstream.
  for (const { headers } of upstream.requests) {
    expect(Object.keys(headers).filter((name) => /trace|baggage/.test(name))).toEqual([])
  }
})

test('a gateway that ends sends what it has not sent yet', async () => {
  const before = collector.spans().length
  const other = await untilEnd(traced(600_000))
  await chat({}, {}, other)
  expect(collector.spans()).toHaveLength(before)
  await other.stop()
  expect(collector.spans()).toHaveLength(before + 2)
})

test('a collector that is gone costs no answer', async () => {
  await collector.close()
  expect((await chat()).status).toBe(200)
  await gateway.stop()
})

test('without these variables nothing is loaded, and nothing is sent', async () => {
  for (const off of [
    {},
    { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
    { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
  ]) {
    expect(await openTracing(off, '1')).toBeNull()
  }
  const source = readFileSync(
    join(import.meta.dirname, '../../../server/gateway/operation/tracing.ts'),
    'utf8',
  )
  const imports = source.split('\n').filter((line) => line.includes("from '@opentelemetry/"))
  expect(imports.every((line) => line.startsWith('import type '))).toBe(true)
})

test('an exporter or a protocol that is not here stops the start with its name', async () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:1'
  await expect(openTracing({ OTEL_TRACES_EXPORTER: 'zipkin' }, '1')).rejects.toThrow(
    /OTEL_TRACES_EXPORTER/,
  )
  await expect(
    openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, '1'),
  ).rejects.toThrow(/OTEL_EXPORTER_OTLP_PROTOCOL/)
})
