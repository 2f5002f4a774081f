import { expect, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { ask, type Asked } from '../support/ask.ts'
import { expectRefusal } from '../support/expect-refusal.ts'
import { configFor } from '../support/gateway-config.ts'
import { startGateway } from '../support/start-gateway.ts'
import { answerJson, answerSse, chunk, done, startTestUpstream } from '../support/test-upstream.ts'

// What the operator reads where an upstream said 200, and what came is no answer.

const upstream = await untilEnd(startTestUpstream())
const gateway = await untilEnd(startGateway({ config: configFor(upstream.baseUrl) }))

const messages = [{ role: 'user', content: 'hi' }]
const chat = (more: object) =>
  ask(`${gateway.baseUrl}/v1/chat/completions`, { model: 'test-private', messages, ...more })

const idOf = (answer: Asked) => answer.headers.get('x-request-id') ?? ''

/** The lines of the log about a request. */
async function linesOf(id: string): Promise<readonly string[]> {
  await expect.poll(() => gateway.output()).toContain(id)
  return gateway
    .output()
    .split('\n')
    .filter((line) => line.includes(id))
}

const canary = 'my patient has canary disease'
const wholeChat = { index: 0, message: { role: 'assistant', content: canary } }

test.each([
  ['JSON of another kind', JSON.stringify({ said: canary }), 'COMPLETION_MALFORMED'],
  ['no choices', JSON.stringify({ choices: [], said: canary }), 'COMPLETION_MALFORMED'],
  ['JSON that breaks off', `{"choices":[{"message":"${canary}`, 'JSON_MALFORMED'],
  ['a name twice', `{"a":"${canary}","a":1}`, 'JSON_DUPLICATE_KEY'],
  ['an svc of its own', JSON.stringify({ choices: [wholeChat], svc: {} }), 'COMPLETION_MALFORMED'],
  [
    'a number beyond a double',
    '{"choices":[{"message":{"role":"assistant","x":1e999}}]}',
    'JSON_NOT_CANONICALIZABLE',
  ],
  [
    'half a character',
    JSON.stringify({ choices: [wholeChat] }).replace('disease', '\\ud83d'),
    'JSON_NOT_CANONICALIZABLE',
  ],
])('a 200 that is no completion is one warning, buffered: %s', async (_, body, cause) => {
  upstream.answerWith(answerJson(body))
  const answer = await chat({})
  expectRefusal(answer, 502, 'upstream_error')
  const lines = await linesOf(idOf(answer))
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    {
      level: 40,
      time: expect.any(Number) as number,
      requestId: idOf(answer),
      upstream: 'own',
      kind: 'unreadable',
      status: 200,
      cause,
      msg: 'an upstream gave no answer',
    },
  ])
  expect(gateway.output()).not.toContain('canary')
})

test.each([
  ['no JSON', [`data: ${canary}\n\n`], 'unreadable', 'JSON_MALFORMED'],
  ['JSON of another kind', ['data: {"choices":7}\n\n'], 'unreadable', 'COMPLETION_MALFORMED'],
  ['an end too early', [chunk({ content: canary }), done], 'broken', 'INCOMPLETE'],
  ['an error of its own', ['data: {"error":{"message":"canary"}}\n\n'], 'failed', 'ERROR_EVENT'],
])('a stream that no receipt can cover is one warning: %s', async (_, pieces, kind, cause) => {
  upstream.answerWith(answerSse([chunk({ content: 'begun' }), ...pieces]))
  const answer = await chat({ stream: true })
  expect(answer.text).toContain('"code":"upstream_error"')
  const lines = await linesOf(idOf(answer))
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 40, upstream: 'own', kind, status: 200, cause },
  ])
  expect(gateway.output()).not.toContain('canary')
})
