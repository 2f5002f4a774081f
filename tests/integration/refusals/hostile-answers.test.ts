import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type Asked, type ErrorBody } from '../../support/requests/ask.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { sealedModel, simulatedConfig } from '../../support/enclave/start-enclave.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { startMiddle } from '../../support/peers/start-middle.ts'
import { startSimulator } from '../../../server/demo/enclave/start-simulator.ts'
import { answerJson, startTestUpstream } from '../../support/peers/test-upstream.ts'

/** Longer than any silence of a drip. */
const timeoutMs = 1_000
const answerBytes = 100_000

const upstream = await untilEnd(startTestUpstream())
const { upstreams, ...config } = configFor(upstream.baseUrl, {
  answer_limits: { bytes: answerBytes, values: 1_000, depth: 20 },
})
const gateway = await untilEnd(
  startGatewayHere({
    config: {
      ...config,
      upstreams: upstreams.map((each) => ({ ...each, timeout_ms: timeoutMs })),
    },
  }),
)

const chat = (more: object = {}) =>
  ask(`${gateway.baseUrl}/v1/chat/completions`, {
    model: 'test-private',
    messages: [{ role: 'user', content: 'hi' }],
    ...more,
  })

function refusalOf(answer: Asked): readonly unknown[] {
  const { code, upstream_status } = answer.json<ErrorBody>().error
  return [answer.status, code, upstream_status]
}

/** One piece now and then, for ever: no silence is ever long. */
function drip(response: ServerResponse, piece: string): void {
  const timer = setInterval(() => response.write(piece), timeoutMs / 20)
  response.once('close', () => clearInterval(timer))
}

/** As fast as it is taken, for ever. */
function pour(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
  }
  response.on('drain', more)
  more()
}

const isJson = { 'content-type': 'application/json' }

test.each([
  ['drips', drip],
  ['pours', pour],
])('an error whose text %s without an end is told by its status, and cut', async (_, write) => {
  for (const stream of [false, true]) {
    upstream.answerWith((response) => {
      response.writeHead(500, isJson)
      write(response, ' ')
    })
    const asked = upstream.next()
    expect(refusalOf(await chat({ stream }))).toEqual([502, 'upstream_error', 500])
    await (
      await asked
    ).aborted
  }
})

test('a buffered answer that drips without an end ends at the upstream’s time-out', async () => {
  upstream.answerWith((response) => {
    response.writeHead(200, isJson).write('{"choices":[')
    drip(response, ' ')
  })
  const asked = upstream.next()
  expect(refusalOf(await chat())).toEqual([504, 'upstream_timeout', undefined])
  await (
    await asked
  ).aborted
})

test('a buffered answer that is too long is cut where it is, and refused', async () => {
  upstream.answerWith((response) => {
    response.writeHead(200, isJson)
    pour(response)
  })
  const asked = upstream.next()
  const answer = await chat()
  expect(refusalOf(answer)).toEqual([502, 'upstream_error', undefined])
  expect(answer.text).toContain('too long')
  await (
    await asked
  ).aborted
})

const completion = (extra: string) =>
  `{"choices":[{"index":0,"message":{"role":"assistant","content":"canary"${extra}},"finish_reason":"stop"}]}`

test.each([
  ['values', completion(`,"x":[${'1,'.repeat(1_000)}1]`), 'JSON_TOO_MANY_VALUES'],
  ['levels', completion(`,"x":${'['.repeat(20)}${']'.repeat(20)}`), 'JSON_TOO_DEEP'],
])(
  'a buffered answer of too many %s is refused, and nothing of it shown',
  async (_, text, code) => {
    upstream.answerWith(answerJson(text))
    const answer = await chat()
    expect(refusalOf(answer)).toEqual([502, 'upstream_error', undefined])
    expect(answer.text).toContain(code)
    expect(answer.text).not.toContain('canary')
  },
)

test('an answer within the limits is delivered', async () => {
  upstream.answerWith(answerJson(completion(`,"x":[${'1,'.repeat(900)}1]`)))
  expect((await chat()).status).toBe(200)
})

test('what an enclave answers to the gateway’s own encryption has a limit, too', async () => {
  const simulator = await untilEnd(startSimulator({ channel: 'unproven' }))
  const middle = await untilEnd(startMiddle(new URL(simulator.baseUrl).origin))
  const sealing = await untilEnd(
    startGatewayHere({
      config: simulatedConfig(simulator, {}, { base_url: `${middle.baseUrl}/v1` }),
    }),
  )
  const post = () =>
    ask(`${sealing.baseUrl}/v1/chat/completions`, {
      model: sealedModel,
      messages: [{ role: 'user', content: 'hi' }],
    })
  expect((await post()).status).toBe(200)
  middle.lie({
    onAnswer(answer, { path }) {
      if (path.endsWith('/chat/completions')) answer.body = Buffer.alloc(5 * 1024 * 1024, ' ')
    },
  })
  const answer = await post()
  expect(refusalOf(answer)).toEqual([502, 'upstream_error', undefined])
  expect(answer.text).toContain('too long')
})
