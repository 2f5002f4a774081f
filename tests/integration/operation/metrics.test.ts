import { expect, inject, test } from 'vitest'
import { ask } from '../../support/requests/ask.ts'
import {
  answerJson,
  answerSse,
  answerText,
  chunk,
  done,
} from '../../support/peers/test-upstream.ts'
import { startWithUpstream } from '../../support/gateway/start-with-upstream.ts'

// What Prometheus is told of answers. Each test looks at what was added while it ran.

const { upstream, gateway } = await startWithUpstream()

async function values(): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${gateway.baseUrl}/api/metrics`)).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

/** What was added to metrics of this name, by their labels. */
async function added(name: string, work: () => Promise<unknown>, count = 1) {
  const of = (all: ReadonlyMap<string, number>) =>
    new Map([...all].filter(([series]) => series.startsWith(`${name}{`)))
  const before = of(await values())
  await work()
  let found: Record<string, number> = {}
  // An answer is counted once nothing of it comes any more, which its caller knows first.
  await expect
    .poll(async () => {
      found = {}
      for (const [series, value] of of(await values())) {
        const more = value - (before.get(series) ?? 0)
        if (more > 0) found[series.slice(name.length)] = more
      }
      return Object.keys(found).length
    })
    .toBeGreaterThanOrEqual(count)
  return found
}

const messages = [{ role: 'user', content: 'x'.repeat(4_000) }]

function post(path: string, more: object = {}) {
  return ask(`${gateway.baseUrl}/v1/${path}`, { model: 'test-anonymized', messages, ...more })
}

const tokens = (prompt: number, completion: number, by = 'usage') => ({
  [`{kind="prompt",by="${by}",mode="anonymized"}`]: prompt,
  [`{kind="completion",by="${by}",mode="anonymized"}`]: completion,
})

const withUsage = (usage: object) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 't', choices: [], usage })}\n\n`

test('tokens are those of the upstream’s usage, in whole answers and in streams', async () => {
  upstream.answerWith(
    answerJson(
      JSON.stringify({
        choices: [
          { index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'stop' },
        ],
        usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
      }),
    ),
  )
  expect(await added('countersign_tokens_total', () => post('chat/completions'), 2)).toEqual(
    tokens(11, 7),
  )
  const usage = { prompt_tokens: 21, completion_tokens: 3, total_tokens: 24 }
  upstream.answerWith(
    answerSse([chunk({ content: 'a' }), chunk({}, 'stop'), withUsage(usage), done]),
  )
  const stream = () => post('chat/completions', { stream: true })
  expect(await added('countersign_tokens_total', stream, 2)).toEqual(tokens(21, 3))
})

test('where the upstream says nothing, pieces of the answer and bytes of the request are counted', async () => {
  upstream.answerWith(
    answerSse([
      ...Array.from({ length: 50 }, () => chunk({ content: 'word ' })),
      chunk({}, 'stop'),
      done,
    ]),
  )
  const stream = () => post('chat/completions', { stream: true })
  const found = await added('countersign_tokens_total', stream, 2)
  const { [`{kind="completion",by="estimate",mode="anonymized"}`]: completion, ...rest } = found
  expect(completion).toBe(51)
  const [prompt = 0] = Object.values(rest)
  expect(prompt).toBeGreaterThan(1_000)
  expect(prompt).toBeLessThan(1_050)
})

test('usage that is no count is none', async () => {
  for (const usage of [{ prompt_tokens: -1 }, { prompt_tokens: 1e300 }, 'canary', [1], null]) {
    upstream.answerWith(
      answerJson(
        JSON.stringify({
          choices: [
            { index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'stop' },
          ],
          usage,
        }),
      ),
    )
    const found = await added('countersign_tokens_total', () => post('chat/completions'), 2)
    expect(Object.keys(found).every((labels) => labels.includes('by="estimate"'))).toBe(true)
  }
})

test('an answer that breaks off counts for what came of it', async () => {
  upstream.answerWith(answerSse([chunk({ content: 'a' }), chunk({ content: 'b' })]))
  const stream = () => post('chat/completions', { stream: true })
  const found = await added('countersign_tokens_total', stream, 2)
  expect(found[`{kind="completion",by="estimate",mode="anonymized"}`]).toBe(2)
})

test('the time to the first byte is told by mode and delivery', async () => {
  upstream.answerWith(answerText('a'))
  expect(
    await added('countersign_first_byte_seconds_count', () => post('chat/completions')),
  ).toEqual({ '{mode="anonymized",delivery="buffered"}': 1 })
  upstream.answerWith(answerSse([chunk({ content: 'a' }), chunk({}, 'stop'), done]))
  expect(
    await added('countersign_first_byte_seconds_count', () =>
      post('chat/completions', { stream: true }),
    ),
  ).toEqual({ '{mode="anonymized",delivery="streamed"}': 1 })
})

test('refusals are told by code, and by the check that failed', async () => {
  const sealed = () => post('chat/completions', { model: 'test-sealed' })
  const checks = await added('countersign_failed_checks_total', sealed)
  expect(checks['{check="evidence.format",code="attestation_unavailable"}']).toBe(1)
  expect(await added('countersign_refusals_total', sealed)).toEqual({
    '{code="attestation_unavailable"}': 1,
  })
})

test('an enclave that is verified has a session of some age', async () => {
  const text = await (await fetch(`${inject('demo').baseUrl}/api/metrics`)).text()
  expect(text).toContain('countersign_enclave_verified{upstream="simulated-enclave"} 1\n')
  const age = /^countersign_enclave_session_age_seconds\{upstream="simulated-enclave"\} (\d+)$/m
  expect(Number(age.exec(text)?.[1])).toBeLessThan(3_600)
})

test('an enclave that is not verified has no age', async () => {
  const all = await values()
  expect(all.get('countersign_enclave_verified{upstream="enclave"}')).toBe(0)
  const names = [...all.keys()]
  expect(names.filter((name) => name.includes('session_age'))).toEqual([])
})

test('a request is called what its caller calls it, if that can be nothing but an id', async () => {
  const idFor = async (given: string) => {
    const response = await fetch(`${gateway.baseUrl}/v1/models`, {
      headers: { 'x-request-id': given },
    })
    return response.headers.get('x-request-id')
  }
  for (const id of [
    '0b5c1e52-58b6-4f6b-a1b2-0f1e2d3c4b5a',
    'req_0b5c1e52-58b6-4f6b-a1b2-0f1e2d3c4b5a',
    '4bf92f3577b34da6a3ce929d0e0e4736',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  ]) {
    expect(await idFor(id)).toBe(id)
  }
  for (const text of ['my-patient-has-measles', 'alice@example.com', '1', 'req_', 'x y']) {
    expect(await idFor(text)).toMatch(/^req_[0-9a-f-]{36}$/)
  }
})
