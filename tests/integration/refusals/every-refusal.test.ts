import { describe, expect, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { dialectRequests as requests } from '../../support/requests/dialect-requests.ts'
import { expectDocumented, fetchDocument } from '../../support/requests/expect-documented.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { speakingConfig } from '../../support/gateway/speaking-config.ts'
import { startTestUpstream, type TestUpstream } from '../../support/peers/test-upstream.ts'
import { makeKey } from '../../support/gateway/make-key.ts'

// Each refusal at each path, with a key and without one: its status, its code, its shape, what every response says, and that it is documented.

type Path = keyof typeof requests
const paths = Object.keys(requests) as Path[]
const isAnthropic = (path: Path) => path.startsWith('/v1/messages')

const upstream = await untilEnd(startTestUpstream())
const gateway = await untilEnd(
  startGatewayHere({
    config: {
      ...speakingConfig(upstream.baseUrl, ['chat', 'embeddings', 'messages', 'responses']),
      body_limit_bytes: 4_000,
      body_limit_bytes_without_key: 4_000,
    },
    environment: { SIGNED_OUT_RPM: '1000000', KEYS_PER_DAY: '1000' },
  }),
)
const document = await fetchDocument(gateway.baseUrl)
const key = await makeKey(gateway.baseUrl)

interface Refused {
  readonly what: string
  readonly status: number
  readonly code: string
  /** In the place of the good request, or members beside its own. */
  readonly body?: string | object
  readonly headers?: Readonly<Record<string, string>>
  readonly respond?: Parameters<TestUpstream['answerWith']>[0]
}

const invalid = { status: 400, code: 'invalid_request_error' }
const media = { status: 415, code: 'unsupported_media_type' }
const refusals: readonly Refused[] = [
  { what: 'no JSON', ...invalid, body: '{"model":' },
  { what: 'no body', ...invalid, body: '' },
  { what: 'a body that is no object', ...invalid, body: '[]' },
  { what: 'a member of a wrong kind', ...invalid, body: { model: 7 } },
  { what: 'a member that stands twice', ...invalid, body: '{"model":"a","model":"b"}' },
  { what: 'an unknown model', status: 404, code: 'model_not_found', body: { model: 'nobody' } },
  {
    what: 'a mode that is stale',
    status: 409,
    code: 'shown_mode_stale',
    body: { shown_mode: 'tee' },
  },
  { what: 'another charset', ...media, headers: { 'content-type': 'text/plain; charset=latin1' } },
  { what: 'what is packed', ...media, headers: { 'content-encoding': 'gzip' } },
  {
    what: 'more than the limit',
    status: 413,
    code: 'request_too_large',
    body: { x: 'x'.repeat(5_000) },
  },
  {
    what: 'an unknown key',
    status: 401,
    code: 'invalid_api_key',
    headers: { authorization: 'Bearer nobody' },
  },
  {
    what: 'an upstream’s failure',
    status: 502,
    code: 'upstream_error',
    respond: (response) => void response.writeHead(500).end(),
  },
]

describe.each(paths.flatMap((path) => [path, path.slice('/v1'.length)]))('%s refuses', (url) => {
  const path = (url.startsWith('/v1') ? url : `/v1${url}`) as Path
  const model = path === '/v1/embeddings' ? 'free-vectors' : 'test-private'
  const paid = { model: path === '/v1/embeddings' ? 'paid-vectors' : 'test-paid' }
  const ofPlan = { what: 'a model of another plan', status: 403, code: 'not_entitled', body: paid }

  test.each<Refused>([...refusals, ofPlan])(
    '$what',
    async ({ status, code, body = {}, headers, respond }) => {
      if (respond) upstream.answerWith(respond)
      const sent = typeof body === 'string' ? body : { model, ...requests[path], ...body }
      for (const who of [{ authorization: `Bearer ${key}` }, {}]) {
        // oxlint-disable-next-line no-await-in-loop
        const answer = await ask(`${gateway.baseUrl}${url}`, sent, { ...who, ...headers })
        expect(answer.status).toBe(status)
        expect(answer.json()).toMatchObject({ error: { code } })
        expectDocumented(document, { method: 'post', path }, answer)
        expect(answer.json<{ type?: string }>().type).toBe(isAnthropic(path) ? 'error' : undefined)
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
        expect(answer.headers.get('access-control-allow-origin')).toBe('*')
        expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
        expect(answer.headers.get('x-ratelimit-limit-requests')).toMatch(/^\d+$/)
        expect(answer.headers.has('x-svc-receipt-digest')).toBe(false)
      }
    },
  )
})
