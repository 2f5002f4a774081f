import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import type { GatewayConfig } from '../../../server/gateway/config/gateway-config-schema.ts'
import { ask } from '../../support/requests/ask.ts'
import { patient } from '../../support/patient.ts'
import { startGateway } from '../../support/gateway/start-gateway.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { answerText, chunk, done, startTestUpstream } from '../../support/peers/test-upstream.ts'
import { untilEnd } from '../../support/until-end.ts'
import { makeKey } from '../../support/gateway/make-key.ts'

// A configuration that is read again, by real signals to a real process.

const oneModel = (baseUrl: string, model: string, more: Partial<GatewayConfig> = {}) => ({
  upstreams: [
    {
      id: 'own',
      kind: 'openai' as const,
      base_url: baseUrl,
      mode: 'private' as const,
      api_key: 'canary-key',
      models: { [model]: 'upstream-model' },
    },
  ],
  ...more,
})

const path = join(temporaryFolder(), 'own.json')
const write = (config: object | string) =>
  writeFileSync(path, typeof config === 'string' ? config : JSON.stringify(config))
const old = await untilEnd(startTestUpstream())
const next = await untilEnd(startTestUpstream(answerText('from the new one')))
write(oneModel(old.baseUrl, 'old'))
const gateway = await untilEnd(
  startGateway({ config: null, environment: { GATEWAY_CONFIG: path } }),
)

const said = (text: string) => gateway.output().split(text).length - 1

async function hangUp(outcome: 'gateway read the' | 'gateway could not read the') {
  const before = said(outcome)
  process.kill(gateway.pid, 'SIGHUP')
  await vi.waitFor(() => expect(said(outcome)).toBe(before + 1), patient)
}

beforeEach(async () => {
  old.answerWith(answerText('from the old one'))
  write(oneModel(old.baseUrl, 'old'))
  await hangUp('gateway read the')
})

async function models() {
  const { data } = (await (await fetch(`${gateway.baseUrl}/v1/models`)).json()) as {
    data: readonly { id: string }[]
  }
  return data.map(({ id }) => id)
}

const chat = (model: string) =>
  ask(`${gateway.baseUrl}/v1/chat/completions`, {
    model,
    messages: [{ role: 'user', content: 'Hello' }],
  })

async function observed() {
  const limits = (await (await fetch(`${gateway.baseUrl}/api/limits`)).json()) as {
    observed: { streams_flow: boolean; routes: object }
  }
  return limits.observed
}

test('after SIGHUP routes, models and the statement of limits are those of the file', async () => {
  expect(await models()).toEqual(['old'])
  expect(await observed()).toMatchObject({ routes: { private: 1, anonymized: 0 } })
  const config = oneModel(next.baseUrl, 'new', { stream_release: 'proven' })
  const [upstream] = config.upstreams
  write({ ...config, upstreams: [{ ...upstream, mode: 'anonymized' }] })
  await hangUp('gateway read the')
  expect(await models()).toEqual(['new'])
  expect(await observed()).toMatchObject({
    streams_flow: false,
    routes: { private: 0, anonymized: 1 },
  })
  expect((await chat('old')).status).toBe(404)
  const answer = (await chat('new')).json<{
    choices: readonly { message: { content: string } }[]
    svc: { privacy_mode: string }
  }>()
  expect(answer.choices[0]?.message.content).toBe('from the new one')
  expect(answer.svc.privacy_mode).toBe('anonymized')
})

test('plans are those of the file for keys that were made before', async () => {
  const authorization = `Bearer ${await makeKey(gateway.baseUrl)}`
  const limit = async () => {
    const { headers } = await fetch(`${gateway.baseUrl}/v1/models`, { headers: { authorization } })
    return headers.get('x-ratelimit-limit-requests')
  }
  expect(await limit()).toBe('60')
  write(oneModel(old.baseUrl, 'old', { plans: [{ id: 'free', requests_per_minute: 7 }] }))
  await hangUp('gateway read the')
  expect(await limit()).toBe('7')
})

const wrong: readonly (readonly [string, (baseUrl: string) => object | string, RegExp])[] = [
  ['no JSON', () => '{"upstreams": [', /is not JSON: line 1, column \d+/],
  ['a member misspelt', (url) => ({ ...oneModel(url, 'new'), plan: [] }), /Did you mean .*plans/],
  [
    'a key whose variable is empty',
    (url) => {
      const config = oneModel(url, 'new')
      return JSON.stringify(config).replace('"api_key":"canary-key"', '"api_key_env":"NO_SUCH_KEY"')
    },
    /NO_SUCH_KEY: is empty/,
  ],
  [
    'a plan that nobody has',
    (url) => ({ ...oneModel(url, 'new'), models: [{ id: 'new', plan: 'gold' }] }),
    /gold/,
  ],
]

test('a file that is wrong changes nothing, and one line says why', async () => {
  const linesSoFar = () =>
    gateway
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
  const before = linesSoFar().length
  for (const [at, [what, make, why]] of wrong.entries()) {
    write(make(old.baseUrl))
    await hangUp('gateway could not read the')
    const lines = linesSoFar().slice(before)
    expect(lines, what).toHaveLength(at + 1)
    const last = lines.at(-1) ?? ''
    expect((JSON.parse(last) as { err: { message: string } }).err.message).toMatch(why)
    expect(last).not.toContain('canary')
    expect(await models()).toEqual(['old'])
    expect((await chat('old')).status).toBe(200)
  }
})

test('a stream ends by the configuration that it began with, to its receipt', async () => {
  const asked = { old: old.requests.length, next: next.requests.length }
  const released = Promise.withResolvers<void>()
  old.answerWith(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ role: 'assistant', content: 'from the ' }))
    await released.promise
    response.end(`${chunk({ content: 'old one' })}${chunk({}, 'stop')}${done}`)
  })
  const response = await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'old',
      stream: true,
      messages: [{ role: 'user', content: 'Hello' }],
    }),
  })
  const reader = (response.body ?? expect.unreachable()).getReader()
  const first = await reader.read()
  write(oneModel(next.baseUrl, 'new'))
  await hangUp('gateway read the')
  expect((await chat('new')).status).toBe(200)
  released.resolve()
  let text = Buffer.from(first.value ?? []).toString('utf8')
  for (;;) {
    const { done: isOver, value } = await reader.read()
    if (isOver) break
    text += Buffer.from(value).toString('utf8')
  }
  expect(text).toContain('old one')
  expect(text).toContain('"svc":{')
  expect(text).toContain('[DONE]')
  const [toOld, toNext] = [old.requests.length - asked.old, next.requests.length - asked.next]
  expect([toOld, toNext]).toEqual([1, 1])
})

test('a burst of signals under load loses no request, and the last file counts', async () => {
  const statuses: number[] = []
  let isOver = false
  const asking = Array.from({ length: 8 }, async () => {
    while (!isOver) statuses.push((await chat('old')).status)
  })
  for (let time = 0; time < 30; time += 1) {
    const both = oneModel(old.baseUrl, 'old')
    const [upstream] = both.upstreams
    write({
      ...both,
      upstreams: [{ ...upstream, models: { old: 'upstream-model', [`new-${time}`]: 'm' } }],
    })
    process.kill(gateway.pid, 'SIGHUP')
    await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(time * 4), patient)
  }
  await vi.waitFor(async () => expect(await models()).toEqual(['old', 'new-29']), patient)
  isOver = true
  await Promise.all(asking)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  // A signal of the burst may still be heard, so the file says which one was.
  write(oneModel(old.baseUrl, 'after'))
  process.kill(gateway.pid, 'SIGHUP')
  await vi.waitFor(async () => expect(await models()).toEqual(['after']), patient)
})
